// Dense flow as the solution of equations: each point keeps its luminance and its gradients from one picture to the next, and moves about as its
// neighbours do.

static inline Floats root(Floats values) { return __builtin_elementwise_sqrt(values); }

/// The weight of a robust penalty. Large deviations are penalised in proportion to the absolute value, and not to the square.
static inline Floats robust(Floats squares) { return 1.0f / root(squares + 1e-6f); }

struct Refiner {
    /// The weights of luminance, of its gradients and of the smoothness of the flow in the equations.
    static constexpr float brightness = 5, gradients = 5, stiffness = 120;
    /// The squared gradient below which a gradient counts as noise.
    static constexpr float noise = 1;
    /// The factor of successive over-relaxation.
    static constexpr float relaxation = 1.6f;

    const Picture &from, &to;
    const int width, height;
    /// Derivatives of the pictures. `x` and `y` stand for the mean of both pictures' spatial derivatives of the first and second order. `t`
    /// stands for the differences from the first to the second picture.
    Field ix, iy, it, ixx, ixy, iyy, ixt, iyt;
    /// 1 where the flow leads to a place in the second picture, and 0 elsewhere.
    Field seen;
    /// The coefficients of the equations for the added flow.
    Field a, b, c, right_x, right_y, stiff_across, stiff_down;
    Flow added;

    Refiner(const Picture &from, const Picture &to)
        : from(from), to(to), width(from.width), height(from.height), ix(width, height), iy(width, height), it(width, height),
          ixx(width, height), ixy(width, height), iyy(width, height), ixt(width, height), iyt(width, height), seen(width, height),
          a(width, height), b(width, height), c(width, height), right_x(width, height), right_y(width, height), stiff_across(width, height),
          stiff_down(width, height), added(width, height) {}

    /// Warps the second picture onto the first, according to the flow.
    void warp(const Flow &flow, Field &warped) {
        for (int y = 0; y < height; y++) {
            const float *flow_x = flow.x.row(y), *flow_y = flow.y.row(y);
            float *target = warped.row(y), *inside = seen.row(y);
            for (int x = 0; x < width; x++) {
                const float goal_x = x + flow_x[x], goal_y = y + flow_y[x];
                inside[x] = goal_x >= 0 && goal_y >= 0 && goal_x <= width - 1 && goal_y <= height - 1;
                const float column = std::clamp(goal_x, -margin + 1.0f, width + margin - 2.0f);
                const float line = std::clamp(goal_y, -margin + 1.0f, height + margin - 2.0f);
                const int left = static_cast<int>(column + margin) - margin, top = static_cast<int>(line + margin) - margin;
                const float u = column - left, v = line - top;
                const uint8_t *p = to.pixel(left, top), *q = p + to.stride;
                const float start = p[0] + v * (q[0] - p[0]), end = p[1] + v * (q[1] - p[1]);
                target[x] = start + u * (end - start);
            }
        }
    }

    static void derive_across(const Field &source, Field &target) {
        for (int y = 0; y < source.height; y++) {
            const float *row = source.row(y);
            float *out = target.row(y);
            for (int x = 1; x < source.width - 1; x++) out[x] = 0.5f * (row[x + 1] - row[x - 1]);
            out[0] = row[1] - row[0];
            out[source.width - 1] = row[source.width - 1] - row[source.width - 2];
        }
    }

    static void derive_down(const Field &source, Field &target) {
        for (int y = 0; y < source.height; y++) {
            const int above = std::max(y - 1, 0), below = std::min(y + 1, source.height - 1);
            const float scale = 1.0f / static_cast<float>(below - above);
            const float *upper = source.row(above), *lower = source.row(below);
            float *out = target.row(y);
            for (int x = 0; x < source.width; x++) out[x] = scale * (lower[x] - upper[x]);
        }
    }

    void derive(const Flow &flow) {
        Field mean(width, height);
        warp(flow, it);
        for (int y = 0; y < height; y++) {
            const uint8_t *pixels = from.pixel(0, y);
            float *difference = it.row(y), *middle = mean.row(y);
            for (int x = 0; x < width; x++) {
                const float other = difference[x], pixel = pixels[x];
                difference[x] = other - pixel, middle[x] = 0.5f * (other + pixel);
            }
        }
        derive_across(mean, ix), derive_down(mean, iy);
        derive_across(ix, ixx), derive_down(ix, ixy), derive_down(iy, iyy);
        derive_across(it, ixt), derive_down(it, iyt);
    }

    /// Linearises the equations of luminance and its gradients at the flow plus the added flow.
    void prepare_data() {
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x += lanes) {
                const Floats u = read(added.x.row(y) + x), v = read(added.y.row(y) + x);
                const Floats gx = read(ix.row(y) + x), gy = read(iy.row(y) + x), gt = read(it.row(y) + x);
                const Floats xx = read(ixx.row(y) + x), xy = read(ixy.row(y) + x), yy = read(iyy.row(y) + x);
                const Floats xt = read(ixt.row(y) + x), yt = read(iyt.row(y) + x);
                // Strong edges count no more than faint ones.
                const Floats plain = 1.0f / (gx * gx + gy * gy + noise);
                const Floats n = 1.0f / (xx * xx + xy * xy + noise), m = 1.0f / (xy * xy + yy * yy + noise);
                const Floats off = gt + gx * u + gy * v, off_x = xt + xx * u + xy * v, off_y = yt + xy * u + yy * v;
                const Floats inside = read(seen.row(y) + x);
                const Floats data = inside * brightness * plain * robust(off * off * plain);
                const Floats both = inside * gradients * robust(off_x * off_x * n + off_y * off_y * m);
                const Floats first = both * n, second = both * m;
                write(a.row(y) + x, data * gx * gx + first * xx * xx + second * xy * xy);
                write(b.row(y) + x, data * gx * gy + first * xx * xy + second * xy * yy);
                write(c.row(y) + x, data * gy * gy + first * xy * xy + second * yy * yy);
                write(right_x.row(y) + x, -(data * gx * gt + first * xx * xt + second * xy * yt));
                write(right_y.row(y) + x, -(data * gy * gt + first * xy * xt + second * yy * yt));
            }
        }
    }

    /// Computes the weight of smoothness between each pixel and its neighbours to the right and below. A large difference of the flow gives
    /// a low weight.
    void prepare_stiffness(const Flow &flow) {
        Flow whole(width, height);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x += lanes) {
                write(whole.x.row(y) + x, read(flow.x.row(y) + x) + read(added.x.row(y) + x));
                write(whole.y.row(y) + x, read(flow.y.row(y) + x) + read(added.y.row(y) + x));
            }
            whole.x.row(y)[width] = whole.x.row(y)[width - 1], whole.y.row(y)[width] = whole.y.row(y)[width - 1];
        }
        for (int y = 0; y < height; y++) {
            const int next = std::min(y + 1, height - 1);
            for (int x = 0; x < width; x += lanes) {
                const Floats u = read(whole.x.row(y) + x), v = read(whole.y.row(y) + x);
                const Floats ux = read(whole.x.row(y) + x + 1) - u, uy = read(whole.x.row(next) + x) - u;
                const Floats vx = read(whole.y.row(y) + x + 1) - v, vy = read(whole.y.row(next) + x) - v;
                const Floats stiff = 0.5f * stiffness * robust(ux * ux + uy * uy + vx * vx + vy * vy);
                write(stiff_across.row(y) + x, stiff);
                write(stiff_down.row(y) + x, stiff);
            }
            for (int x = width - 1; x < static_cast<int>(stiff_across.stride) - 8; x++) stiff_across.row(y)[x] = 0;
            stiff_across.row(y)[-1] = 0;
            if (y == height - 1) std::fill_n(stiff_down.row(y), width + 7, 0.0f);
        }
    }

    /// Runs one sweep of successive over-relaxation over every second pixel, as on a chessboard. These pixels do not depend on each other, so vectors
    /// can compute several of them together.
    void sweep(const Flow &flow, int parity) {
        const Field nothing(width, 1);
        for (int y = 0; y < height; y++) {
            Floats mask;
            for (int l = 0; l < lanes; l++) mask[l] = (l + y + parity) % 2 ? relaxation : 0.0f;
            const int up = std::max(y - 1, 0), low = std::min(y + 1, height - 1);
            const float *above = y ? stiff_down.row(up) : nothing.row(0);
            float *du = added.x.row(y), *dv = added.y.row(y);
            const float *u = flow.x.row(y), *v = flow.y.row(y);
            for (int x = 0; x < width; x += lanes) {
                const Floats left = read(stiff_across.row(y) + x - 1), right = read(stiff_across.row(y) + x);
                const Floats upper = read(above + x), lower = read(stiff_down.row(y) + x);
                const Floats all = left + right + upper + lower;
                const Floats pull_x = left * read(u + x - 1) + right * read(u + x + 1) + upper * read(flow.x.row(up) + x) +
                                      lower * read(flow.x.row(low) + x) - all * read(u + x) + left * read(du + x - 1) +
                                      right * read(du + x + 1) + upper * read(added.x.row(up) + x) + lower * read(added.x.row(low) + x);
                const Floats pull_y = left * read(v + x - 1) + right * read(v + x + 1) + upper * read(flow.y.row(up) + x) +
                                      lower * read(flow.y.row(low) + x) - all * read(v + x) + left * read(dv + x - 1) +
                                      right * read(dv + x + 1) + upper * read(added.y.row(up) + x) + lower * read(added.y.row(low) + x);
                const Floats mixed = read(b.row(y) + x);
                Floats next_x = read(du + x), next_y = read(dv + x);
                next_x += mask * ((read(right_x.row(y) + x) + pull_x - mixed * next_y) / (read(a.row(y) + x) + all + 1e-6f) - next_x);
                next_y += mask * ((read(right_y.row(y) + x) + pull_y - mixed * next_x) / (read(c.row(y) + x) + all + 1e-6f) - next_y);
                write(du + x, next_x);
                write(dv + x, next_y);
            }
        }
    }

    void refine(Flow &flow, int refinements, int sweeps) {
        derive(flow);
        for (int y = 0; y < height; y++) {
            std::fill_n(added.x.row(y) - 8, added.x.stride, 0.0f);
            std::fill_n(added.y.row(y) - 8, added.y.stride, 0.0f);
        }
        for (int i = 0; i < refinements; i++) {
            prepare_data();
            prepare_stiffness(flow);
            for (int j = 0; j < sweeps; j++) sweep(flow, 0), sweep(flow, 1);
        }
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) flow.x.row(y)[x] += added.x.row(y)[x], flow.y.row(y)[x] += added.y.row(y)[x];
        }
    }
};
