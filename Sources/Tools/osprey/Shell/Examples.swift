/// Examples of each verb, for its manual page: the words after `osprey`, and a description.
enum Examples {
    static let all: [String: [(words: String, meaning: String)]] = [
        "classify": [
            ("classify holiday --top 3", "the three likeliest labels of each photo in a folder"),
            ("classify clip.mp4 --every 5 --csv", "a row for each frame, one every five seconds"),
            ("classify bark.wav --model Sounds.mlmodel", "the labels of a sound"),
        ],
        "detect": [
            ("detect faces,text party.jpg --annotate found.png", "finds faces and reads text, and draws both into a copy"),
            ("detect foreground photos --cutout cut", "writes what each photo shows without its background"),
        ],
        "train image-classifier": [
            ("train image-classifier photos --output Mine.mlmodel --report page.html", "learns from a folder of photos for each label"),
            ("train image-classifier export.zip --session kept", "learns from a zip; the same command goes on where it was interrupted"),
        ],
        "train object-detector": [
            ("train object-detector roboflow.zip --algorithm transferLearning --output Mine.mlmodel", "learns from pictures with boxes")
        ],
        "train action-classifier": [("train action-classifier movements --window 60", "learns from a folder of poses for each movement")],
        "train hand-action-classifier": [
            ("train hand-action-classifier gestures --window 30", "learns from a folder of hand poses for each")
        ],
        "train hand-pose-classifier": [
            ("train hand-pose-classifier signs --output Signs.mlmodel", "learns from a folder of hand poses for each")
        ],
        "train tabular": [("train tabular houses.csv --target price --output Prices.mlmodel", "learns to predict a column")],
        "train activity": [("train activity walks.csv --features x,y,z --label activity", "learns from recordings of a sensor")],
        "train sound": [("train sound sounds --output Sounds.mlmodel", "learns from a folder of sound files for each label")],
        "train text": [("train text reviews.csv --text review --label stars", "learns labels of texts")],
        "train style": [("train style painting.jpg photos --output Style.mlmodel", "learns to redraw photos as the painting")],
        "evaluate": [("evaluate Mine.mlmodel testing --report page.html", "measures a model on photos that it has not seen")],
        "featureprint": [("featureprint photos --output prints.npy", "a row of features for each photo, as NumPy reads it")],
        "similar": [("similar photos --report alike.html", "a page with the photos that look alike, and copies")],
        "register": [("register first.jpg second.jpg", "says how the second photo is brought onto the first")],
        "motion": [("motion clip.mp4", "says how the picture moves from frame to frame")],
        "track": [("track clip.mp4 --box 0.2,0.2,0.3,0.3 --annotate followed.mp4", "follows a box of the first frame")],
        "trajectories": [("trajectories throws.mp4 --json", "finds what flies on parabolas")],
        "live": [("live /dev/video0 --model Mine.mlmodel --threshold 0.9", "names what a camera sees once it rests")],
        "studio": [("studio --port 0", "opens a page at a free port")],
        "model info": [("model info Mine.mlmodel", "the inputs, outputs, layers and weights of a model")],
        "model labels": [("model labels Mine.mlmodel", "the labels that a model gives")],
        "model predict": [("model predict Mine.mlmodel --input image=photo.jpg", "runs a model once")],
        "model serve": [("model serve --socket /tmp/models", "serves models to other programs over a local socket")],
        "model bench": [("model bench Mine.mlmodel --runs 20", "the time of a prediction")],
        "model compile": [("model compile Mine.mlpackage --output compiled", "writes a compiled model into a folder")],
        "model generate": [("model generate Mine.mlmodel --output Sources", "writes the model's Swift class into a folder")],
        "model get": [("model get", "lists the models that can be fetched")],
    ]
}
