const LETTER = /\p{L}/u

/** Cached class of each UTF-16 unit, because testing every letter of every text with the regular expression is too slow. */
const units = new Uint8Array(0x10000)
const OTHER = 1
const LETTER_UNIT = 2
/** A surrogate: half of a character outside the Basic Multilingual Plane. */
const HALF = 3

/** The words of a text for a word cloud (classic-api §8): runs of letters, in lower case, without stop words. */
export function cloudWords(text: string): string[] {
  const words: string[] = []
  scanCloudWords(text, (word) => {
    if (!STOP_WORDS.has(word)) words.push(word)
  })
  return words
}

/** Pass every run of letters, in lower case, to a callback, including stop words. */
export function scanCloudWords(text: string, sink: (word: string) => void): void {
  const lower = text.toLowerCase()
  let start = -1
  for (let at = 0; at < lower.length; at += 1) {
    const size = letterAt(lower, at)
    if (size > 0) {
      if (start < 0) start = at
      at += size - 1
    } else if (start >= 0) {
      sink(lower.slice(start, at))
      start = -1
    }
  }
  if (start >= 0) sink(lower.slice(start))
}

/** The length of the letter at an offset, in UTF-16 units; 0 when there is no letter. */
function letterAt(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  const known = units[unit] || learn(unit)
  if (known === OTHER) return 0
  if (known === LETTER_UNIT) return 1
  const code = text.codePointAt(at) ?? 0
  return code > 0xffff && LETTER.test(String.fromCodePoint(code)) ? 2 : 0
}

function learn(unit: number): number {
  const isHalf = unit >= 0xd800 && unit <= 0xdfff
  const known = isHalf ? HALF : LETTER.test(String.fromCharCode(unit)) ? LETTER_UNIT : OTHER
  units[unit] = known
  return known
}

/**
 * Stop words of English, Spanish, French and German (the Snowball lists), and for English also the most common verbs and numerals. Since
 * words are split at every punctuation mark, the parts of `don't` and `l'eau` are included.
 */
const ENGLISH = `
i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it its itself they them
their theirs themselves what which who whom this that these those am is are was were be been being have has had having do does did doing
would should could ought cannot a an the and but if or because as until while of at by for with about against between into through during
before after above below to from up down in out on off over under again further then once here there when where why how all any both each
few more most other some such no nor not only own same so than too very can will just s t d m ll re ve don isn aren wasn weren hasn haven
hadn doesn didn won wouldn shan shouldn couldn mustn let
one two three four five six seven eight nine ten first second also may might must shall us says said say get got go goes going went make
made like see use used using come came take took know now even
`
const SPANISH = `
de la que el en y a los del se las por un para con no una su al lo como más pero sus le ya o este sí porque esta entre cuando muy sin sobre
también me hasta hay donde quien desde todo nos durante todos uno les ni contra otros ese eso ante ellos e esto mí antes algunos qué unos yo
otro otras otra él tanto esa estos mucho quienes nada muchos cual poco ella estar estas algunas algo nosotros mi mis tú te ti tu tus ellas
nosotras vosotros vosotras os mío mía míos mías tuyo tuya tuyos tuyas suyo suya suyos suyas nuestro nuestra nuestros nuestras vuestro vuestra
vuestros vuestras esos esas estoy estás está estamos estáis están esté estés estemos estéis estén estaré estarás estará estaremos estaréis
estarán estaría estarías estaríamos estaríais estarían estaba estabas estábamos estabais estaban estuve estuviste estuvo estuvimos
estuvisteis estuvieron estuviera estuvieras estuviéramos estuvierais estuvieran estuviese estuvieses estuviésemos estuvieseis estuviesen
estando estado estada estados estadas estad he has ha hemos habéis han haya hayas hayamos hayáis hayan habré habrás habrá habremos habréis
habrán habría habrías habríamos habríais habrían había habías habíamos habíais habían hube hubiste hubo hubimos hubisteis hubieron hubiera
hubieras hubiéramos hubierais hubieran hubiese hubieses hubiésemos hubieseis hubiesen habiendo habido habida habidos habidas soy eres es
somos sois son sea seas seamos seáis sean seré serás será seremos seréis serán sería serías seríamos seríais serían era eras éramos erais
eran fui fuiste fue fuimos fuisteis fueron fuera fueras fuéramos fuerais fueran fuese fueses fuésemos fueseis fuesen siendo sido tengo
tienes tiene tenemos tenéis tienen tenga tengas tengamos tengáis tengan tendré tendrás tendrá tendremos tendréis tendrán tendría tendrías
tendríamos tendríais tendrían tenía tenías teníamos teníais tenían tuve tuviste tuvo tuvimos tuvisteis tuvieron tuviera tuvieras tuviéramos
tuvierais tuvieran tuviese tuvieses tuviésemos tuvieseis tuviesen teniendo tenido tenida tenidos tenidas tened
`
const FRENCH = `
au aux avec ce ces dans de des du elle en et eux il je la le leur lui ma mais me même mes moi mon ne nos notre nous on ou par pas pour qu
que qui sa se ses son sur ta te tes toi ton tu un une vos votre vous c d j l à m n s t y été étée étées étés étant suis es est sommes êtes
sont serai seras sera serons serez seront serais serait serions seriez seraient étais était étions étiez étaient fus fut fûmes fûtes furent
sois soit soyons soyez soient fusse fusses fût fussions fussiez fussent ayant eu eue eues eus ai as avons avez ont aurai auras aura aurons
aurez auront aurais aurait aurions auriez auraient avais avait avions aviez avaient eut eûmes eûtes eurent aie aies ait ayons ayez aient
eusse eusses eût eussions eussiez eussent ceci cela celà cet cette ici ils les leurs quel quels quelle quelles sans soi
`
const GERMAN = `
aber alle allem allen aller alles als also am an ander andere anderem anderen anderer anderes anderm andern anderr anders auch auf aus bei
bin bis bist da damit dann der den des dem die das daß derselbe derselben denselben desselben demselben dieselbe dieselben dasselbe dazu
dein deine deinem deinen deiner deines denn derer dessen dich dir du dies diese diesem diesen dieser dieses doch dort durch ein eine einem
einen einer eines einig einige einigem einigen einiger einiges einmal er ihn ihm es etwas euer eure eurem euren eurer eures für gegen
gewesen hab habe haben hat hatte hatten hier hin hinter ich mich mir ihr ihre ihrem ihren ihrer ihres euch im in indem ins ist jede jedem
jeden jeder jedes jene jenem jenen jener jenes jetzt kann kein keine keinem keinen keiner keines können könnte machen man manche manchem
manchen mancher manches mein meine meinem meinen meiner meines mit muss musste nach nicht nichts noch nun nur ob oder ohne sehr sein seine
seinem seinen seiner seines selbst sich sie ihnen sind so solche solchem solchen solcher solches soll sollte sondern sonst über um und uns
unse unsem unsen unser unses unter viel vom von vor während war waren warst was weg weil weiter welche welchem welchen welcher welches wenn
werde werden wie wieder will wir wird wirst wo wollen wollte würde würden zu zum zur zwar zwischen
`

/** The stop words of all four languages, in lower case. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  [ENGLISH, SPANISH, FRENCH, GERMAN].flatMap((list) => list.trim().split(/\s+/)),
)
