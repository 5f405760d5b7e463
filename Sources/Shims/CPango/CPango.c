#include "CPango.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// Cairo's paths: each part begins with a header that has its kind and the number of its entries.
typedef union {
    struct {
        int type, length;
    } header;
    struct {
        double x, y;
    } point;
} PathData;

typedef struct {
    int status;
    PathData *data;
    int count;
} Path;

typedef struct {
    int count, capacity;
    void **fonts;
} FontSet;

static struct {
    void *(*cairo_image_surface_create)(int format, int width, int height);
    void (*cairo_surface_destroy)(void *surface);
    void *(*cairo_create)(void *surface);
    void (*cairo_destroy)(void *context);
    Path *(*cairo_copy_path)(void *context);
    void (*cairo_path_destroy)(Path *path);
    void *(*pango_font_description_new)(void);
    void (*pango_font_description_free)(void *description);
    void (*pango_font_description_set_family)(void *description, const char *family);
    void (*pango_font_description_set_absolute_size)(void *description, double size);
    void (*pango_layout_set_font_description)(void *layout, const void *description);
    void (*pango_layout_set_single_paragraph_mode)(void *layout, int isSingle);
    void (*pango_layout_set_text)(void *layout, const char *text, int length);
    void (*pango_layout_get_size)(void *layout, int *width, int *height);
    void *(*pango_cairo_create_layout)(void *context);
    void (*pango_cairo_layout_path)(void *context, void *layout);
    void (*g_object_unref)(void *object);
    FontSet *(*FcConfigGetFonts)(void *configuration, int set);
} f;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int isLoaded;

static void load(void) {
    void *cairo = dlopen("libcairo.so.2", RTLD_NOW | RTLD_LOCAL);
    void *pango = dlopen("libpango-1.0.so.0", RTLD_NOW | RTLD_LOCAL);
    void *both = dlopen("libpangocairo-1.0.so.0", RTLD_NOW | RTLD_LOCAL);
    void *object = dlopen("libgobject-2.0.so.0", RTLD_NOW | RTLD_LOCAL);
    void *fontconfig = dlopen("libfontconfig.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!cairo || !pango || !both || !object || !fontconfig) return;
    int complete = 1;
#define LOAD(library, name) \
    *(void **)&f.name = dlsym(library, #name); \
    if (!f.name) complete = 0
    LOAD(cairo, cairo_image_surface_create);
    LOAD(cairo, cairo_surface_destroy);
    LOAD(cairo, cairo_create);
    LOAD(cairo, cairo_destroy);
    LOAD(cairo, cairo_copy_path);
    LOAD(cairo, cairo_path_destroy);
    LOAD(pango, pango_font_description_new);
    LOAD(pango, pango_font_description_free);
    LOAD(pango, pango_font_description_set_family);
    LOAD(pango, pango_font_description_set_absolute_size);
    LOAD(pango, pango_layout_set_font_description);
    LOAD(pango, pango_layout_set_single_paragraph_mode);
    LOAD(pango, pango_layout_set_text);
    LOAD(pango, pango_layout_get_size);
    LOAD(both, pango_cairo_create_layout);
    LOAD(both, pango_cairo_layout_path);
    LOAD(object, g_object_unref);
    LOAD(fontconfig, FcConfigGetFonts);
#undef LOAD
    if (!complete) return;
    // If no font is installed, Pango may end the program.
    FontSet *fonts = f.FcConfigGetFonts(NULL, 0);
    isLoaded = fonts && fonts->count > 0;
}

int cpango_is_available(void) {
    pthread_once(&once, load);
    return isLoaded;
}

static int append(CPangoText *result, const PathData *data, int rest) {
    static const int points[] = {1, 1, 3, 0};
    int kind = data->header.type;
    if (kind < CPangoMove || kind > CPangoClose || data->header.length <= points[kind] || data->header.length > rest) return 1;
    CPangoElement *element = result->elements + result->count++;
    memset(element, 0, sizeof *element);
    element->kind = kind;
    if (points[kind] > 0) (element->x0 = data[1].point.x, element->y0 = data[1].point.y);
    if (points[kind] > 1) {
        (element->x1 = data[2].point.x, element->y1 = data[2].point.y);
        (element->x2 = data[3].point.x, element->y2 = data[3].point.y);
    }
    return 0;
}

static int copy(const Path *path, CPangoText *result) {
    if (!path || path->status != 0 || path->count < 0) return 1;
    result->elements = calloc((size_t)path->count + 1, sizeof *result->elements);
    if (!result->elements) return 1;
    for (int place = 0; place < path->count; place += path->data[place].header.length) {
        if (append(result, path->data + place, path->count - place)) return 1;
    }
    return 0;
}

static int set(void *context, const char *text, size_t count, CPangoText *result) {
    enum { unitsPerPixel = 1024, em = 100 };
    void *layout = f.pango_cairo_create_layout(context);
    void *description = layout ? f.pango_font_description_new() : NULL;
    if (!description) {
        if (layout) f.g_object_unref(layout);
        return 1;
    }
    f.pango_font_description_set_family(description, "sans-serif");
    f.pango_font_description_set_absolute_size(description, em * unitsPerPixel);
    f.pango_layout_set_font_description(layout, description);
    f.pango_layout_set_single_paragraph_mode(layout, 1);
    f.pango_layout_set_text(layout, text, (int)count);
    int width = 0, height = 0;
    f.pango_layout_get_size(layout, &width, &height);
    result->width = (double)width / unitsPerPixel;
    result->height = (double)height / unitsPerPixel;
    f.pango_cairo_layout_path(context, layout);
    Path *path = f.cairo_copy_path(context);
    int status = copy(path, result);
    if (path) f.cairo_path_destroy(path);
    f.pango_font_description_free(description);
    f.g_object_unref(layout);
    return status;
}

int cpango_set(const char *text, size_t count, CPangoText *result) {
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    enum { alphaFormat = 2, longest = 1 << 16 };
    memset(result, 0, sizeof *result);
    if (!cpango_is_available() || count > longest) return 1;
    pthread_mutex_lock(&mutex);
    void *surface = f.cairo_image_surface_create(alphaFormat, 1, 1);
    void *context = f.cairo_create(surface);
    int status = set(context, text, count, result);
    f.cairo_destroy(context);
    f.cairo_surface_destroy(surface);
    pthread_mutex_unlock(&mutex);
    if (status || !(result->height > 0)) {
        free(result->elements);
        memset(result, 0, sizeof *result);
        return 1;
    }
    return 0;
}
