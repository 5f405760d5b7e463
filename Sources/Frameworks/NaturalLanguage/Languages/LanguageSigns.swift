/// Evidence for languages that share a script: common words, and letters that only some languages use.
enum LanguageSigns {
    private static let commonWords: [(NLLanguage, String)] = [
        (
            .english,
            "the of and to in is that it was for on are with as he she his they be at this have from not by but what all were when we there can an your which their if will you my been who more how him them do does did i'm don't it's"
        ),
        (
            .german,
            "der die das und ist nicht ein eine einen zu den mit von sich auf für im dem ich sie er es wir auch als an nach wie bei oder aus noch nur über wenn aber war haben hat wird sind ihr mir dass was"
        ),
        (
            .french,
            "le la les de des du et est un une que qui dans pour pas sur au avec ce il elle ne se plus par sont nous vous je mais ou où cette ces été leur tout comme fait être aux son sa c'est j'ai l'on d'un n'est"
        ),
        (
            .spanish,
            "el la los las de del y que en un una es por con no para su al lo como más pero sus le ya o este sí porque esta entre cuando muy sin sobre también me hasta hay donde quien desde todo nos está son fue han"
        ),
        (
            .portuguese,
            "o a os as de do da dos das e que em um uma é por com não para no na se ao mais mas como foi seu sua ou quando muito nos já eu também só pelo pela até isso ela entre depois sem mesmo são você está tem"
        ),
        (
            .italian,
            "il lo la i gli le di del della dei e che è un una in per con non si da al sono anche come più ma ha questo nel nella alla dal su io mi ci se perché questa cosa molto tutto era hanno essere c'è dell'"
        ),
        (
            .catalan,
            "el la els les de del i que en un una és per amb no al com més però seva aquest aquesta són ha va també dels les quan molt o pel està tot han ser hi ho"
        ),
        (
            .romanian,
            "și în de la cu este că nu pe un o din care pentru mai sunt se lui au fost el ea dar ce sau prin după acest această ca fi avea foarte cum când îmi"
        ),
        (
            .dutch,
            "de het een en van is dat niet in op te zijn met voor die er aan maar om hij ook als ik je wij ze dan naar bij nog wel heeft worden werd geen uit kan zou hebben deze was door over"
        ),
        (
            .swedish,
            "och att det i en är som på för av med den till inte ett jag han var de om hon men vi sig så från kan när du har hade nu efter detta eller vid mycket skulle mig"
        ),
        (
            .danish,
            "og at det i en er som på for af med den til ikke et jeg han var de om hun men vi sig så fra kan når du har havde nu efter eller ved meget skulle mig hvad blev der"
        ),
        (
            .norwegian,
            "og at det i en er som på for av med den til ikke et jeg han var de om hun men vi seg så fra kan når du har hadde nå etter eller ved mye skulle meg hva ble der også"
        ),
        (
            .icelandic,
            "og að það í á er sem um við með fyrir ekki en hann var þeir hún til af ég þú því svo eru hafa frá eða ef þá vera sem mér"
        ),
        (
            .finnish,
            "ja on ei että se hän ole oli mutta kun niin myös tai jos kuin ovat mitä tämä olen joka minä sinä ne he vain nyt sitten ollut kaikki jo sen"
        ),
        (
            .hungarian,
            "a az és hogy nem is egy van volt ez de meg csak el már mint még ha ami mert itt azt vagy minden lesz olyan nagyon ezt kell én te ő mi"
        ),
        (
            .polish,
            "i w z na się nie do że jest to jak o za po ale co od tak czy już jego jej są tym przez dla ten ja my go który może był było tylko bardzo"
        ),
        (
            .czech,
            "a se v na je že s z do to o i jako ale za by jsem jsou který tak po už co pro od být si jen nebo ve není bylo když také má byl velmi"
        ),
        (
            .slovak,
            "a sa v na je že s z do to o aj ako ale za by som sú ktorý tak po už čo pre od byť si len alebo vo nie bolo keď tiež má bol veľmi"
        ),
        (
            .croatian,
            "i u je se na da su za od s a o kao koji to iz ne će što ili biti sam nije ali bi kako sve samo još više već te ima bio kad"
        ),
        (
            .turkish,
            "ve bir bu da de için ile o ne gibi çok daha kadar olarak ama var ben sen mi değil olan sonra her en şey ki ya biz bana nasıl"
        ),
        (
            .indonesian,
            "dan yang di itu ini dengan untuk tidak dari dalam akan pada adalah ke karena tersebut bisa juga saya oleh sudah mereka ada anda atau kami bahwa"
        ),
        (
            .malay,
            "dan yang di itu ini dengan untuk tidak dari dalam akan pada adalah ke kerana tersebut boleh juga saya oleh telah mereka ada anda atau kami bahawa ialah"
        ),
        (.vietnamese, "và của là có không được cho một người trong với các những này đã đến khi từ như tôi anh để cũng ra ở thì về"),
        (.russian, "и в не на я что он с как это она по но они мы к у вы за из от так же бы был о для только есть мне все его её"),
        (.ukrainian, "і в не на я що він з як це вона по але вони ми до у ви за із від так та би був для тільки є мені все його її й"),
        (.bulgarian, "и в не на аз че той с как това тя по но те ние към у вие за от така да се е съм беше са ще които му ги"),
        (.kazakh, "және мен бұл үшін бір де да деп болып бар ол осы оның қазақ біз сіз емес"),
        (.mongolian, "нь энэ байна ба бол юм гэж монгол хүн болон тэр бид би та ч"),
        (.arabic, "في من على إلى أن هذا هذه التي الذي عن ما لا كان مع هو هي قد كل بعد"),
        (.persian, "در از به که این را با است برای آن یک می هم تا بر خود ما من"),
        (.urdu, "میں کے کی کا ہے اور سے کو نے پر یہ کہ ہیں وہ بھی اس ایک"),
        (.hindi, "है और के में की का से को यह पर हैं नहीं ने एक था भी हम मैं"),
        (.marathi, "आहे आणि च्या मध्ये ही हा ते तो नाही एक होते आहेत मी"),
    ]
    private static let ownLetters: [(NLLanguage, String)] = [
        (.german, "äöüß"), (.french, "éèêëàâçîïôùûœ"), (.spanish, "ñáéíóú¿¡"), (.portuguese, "ãõçâêáéíóú"), (.italian, "àèéìòù"),
        (.catalan, "çàèéíòóú"), (.romanian, "ăâîșț"), (.swedish, "åäö"), (.danish, "æøå"), (.norwegian, "æøå"), (.icelandic, "ðþæáíúöý"),
        (.finnish, "äö"), (.hungarian, "őűáéíóöüú"), (.polish, "ąćęłńóśźż"), (.czech, "ěřůčšžýáíé"), (.slovak, "ľĺŕôäčšžýáíé"),
        (.croatian, "čćđšž"), (.turkish, "ğışçöü"), (.vietnamese, "ăâđêôơưạảấầẩậắằẵặẹẻẽếềểệỉịọỏốồổộớờởợụủứừửữựỳỵỷỹ"), (.russian, "ыэё"),
        (.ukrainian, "іїєґ"), (.bulgarian, "ъ"), (.kazakh, "әғқңөұүһі"), (.mongolian, "өү"), (.persian, "پچژگکی"), (.urdu, "ٹڈڑںےہھگکی"),
        (.marathi, "ळ"), (.arabic, "ةىيك"),
        (.simplifiedChinese, "们这个国时来说为会对学开关还么没样点过书车东马鸟鱼门问间听觉见让认识请谢钱"),
        (.traditionalChinese, "們這個國時來說為會對學開關還麼沒樣點過書車東馬鳥魚門問間聽覺見讓認識請謝錢"),
    ]

    /// The languages of the Latin script.
    static let latin: [NLLanguage] = [
        .english, .german, .french, .spanish, .portuguese, .italian, .catalan, .romanian, .dutch, .swedish, .danish, .norwegian, .icelandic,
        .finnish, .hungarian, .polish, .czech, .slovak, .croatian, .turkish, .indonesian, .malay, .vietnamese,
    ]

    /// The languages in which each common word occurs.
    static let words: [String: [NLLanguage]] = {
        var words: [String: [NLLanguage]] = [:]
        for (language, list) in commonWords {
            for word in Set(list.split(separator: " ")) { words[String(word), default: []].append(language) }
        }
        return words
    }()

    /// The languages that use a letter, for letters that other languages of the same script do not use.
    static let letters: [Unicode.Scalar: [NLLanguage]] = {
        var letters: [Unicode.Scalar: [NLLanguage]] = [:]
        for (language, list) in ownLetters {
            for letter in list.unicodeScalars { letters[letter, default: []].append(language) }
        }
        return letters
    }()
}
