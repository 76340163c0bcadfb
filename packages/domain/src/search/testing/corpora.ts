/** Small datasets for the search test cases. */
import type { FieldValue } from '../match'
import type { FieldDeclaration } from '../schema'

/** Documents with their fields, and the fields to search when a query names none. */
interface SearchCorpus {
  readonly fields: readonly FieldDeclaration[]
  readonly defaults: readonly string[]
  /** By id; dates are milliseconds since 1970. */
  readonly documents: Readonly<Record<string, Readonly<Record<string, FieldValue | readonly FieldValue[]>>>>
}

const day = (date: string) => Date.parse(`${date}Z`)

/** The value of `now` in all cases. */
export const CASES_NOW_MS = day('2024-05-15T12:00:00')

/** A feedback dataset with two fields. */
const mail: SearchCorpus = {
  fields: [
    { name: 'prompt', kind: 'std', plain: true },
    { name: 'reply', kind: 'std', plain: true },
  ],
  defaults: ['prompt', 'reply'],
  documents: {
    rate: { prompt: 'Please rate my card payment', reply: 'It was negative.' },
    wifi: { prompt: "The wi-fi is down; I'm offline", reply: 'Restart the router' },
    pi: { prompt: 'Pi is 3.14, not 3,14', reply: 'foo_bar holds' },
    cafe: { prompt: 'Café Münchner Straße', reply: 'naïve résumé' },
    failed: { prompt: 'CARD payment failed', reply: 'payment card' },
    twice: { prompt: 'rate', reply: 'positive rate negative rate' },
    marks: { prompt: '!!! ???', reply: '' },
    five: { prompt: 'It costs $5 (five), 50% off', reply: 'He said "hello world" twice' },
    net: { prompt: 'e-mail me@example.com or https://example.com/a?b=c', reply: 'C++ and C# and .NET' },
    lines: { prompt: 'first line\r\nsecond\tline', reply: 'AND OR NOT' },
    empty: {},
  },
}

/** A feedback dataset in many scripts. */
const scripts: SearchCorpus = {
  fields: [{ name: 'text', kind: 'std', plain: true }],
  defaults: ['text'],
  documents: {
    zh: { text: '我能吞下玻璃而不伤身体。' },
    zhMixed: { text: '用iPhone手机付款，USB充电' },
    zhSwap: { text: '机手' },
    rare: { text: '𠮷野家で牛丼' },
    ja: { text: 'カメラとがっこう、データ' },
    jaHalf: { text: 'ｶﾒﾗ ﾃﾞｰﾀ' },
    ko: { text: '안녕하세요 세계' },
    th: { text: 'น้ำดื่มสะอาด' },
    lo: { text: 'ນ້ຳດື່ມ' },
    km: { text: 'ភាសាខ្មែរ' },
    my: { text: 'မြန်မာဘာသာ' },
    ar: { text: 'مُحَمَّدٌ رَسُول أحمد' },
    fa: { text: 'می\u200Cخواهم' },
    he: { text: 'שָׁלוֹם צה"ל' },
    hi: { text: 'मैं हिन्दी पढ़ता हूँ' },
    ta: { text: 'தமிழ் மொழி' },
    ru: { text: 'Съешь ещё этих Ёлка' },
    el: { text: 'Ο ΔΡΌΜΟΣ της Αθήνας' },
    tr: { text: 'İstanbul ve Iğdır' },
    vi: { text: 'Tiếng Việt đẹp' },
    pl: { text: 'Zażółć gęślą jaźń, Łódź' },
    nfd: { text: 'cafe\u0301 A\u030Angstro\u0308m' },
    wide: { text: 'Ｗｉｄｅ　ｔｅｘｔ　１２３' },
    math: { text: '𝐇𝐞𝐥𝐥𝐨 ﬁne x² №5 ½' },
    family: { text: 'my 👨‍👩‍👧‍👦 family' },
    thumbs: { text: 'good👍🏽job' },
    heart: { text: 'I ❤️ it' },
    flags: { text: '🇫🇷🇩🇪' },
    keycap: { text: 'press 1️⃣ now' },
    astral: { text: '😀😀 😂' },
  },
}

/** A classic dataset with a field of every kind. */
const classic: SearchCorpus = {
  fields: [
    { name: 'id', kind: 'kw', plain: true },
    { name: 'text', kind: 'std' },
    { name: 'inputs.title', kind: 'std' },
    { name: 'inputs.body', kind: 'std' },
    { name: 'status', kind: 'kw', plain: true },
    { name: 'predicted_as', kind: 'kw' },
    { name: 'predicted_by', kind: 'kw' },
    { name: 'metadata.topic', kind: 'kw' },
    { name: 'metadata.pages', kind: 'number' },
    { name: 'metadata.day', kind: 'date' },
    { name: 'score', kind: 'number' },
    { name: 'multi_label', kind: 'boolean' },
    { name: 'event_timestamp', kind: 'date' },
    { name: 'vectors.mini.value', kind: 'presence' },
  ],
  defaults: ['text'],
  documents: {
    1: {
      id: '1',
      text: 'My data is big data\nNews of the day',
      'inputs.title': 'My data is big data',
      'inputs.body': 'News of the day',
      status: 'Default',
      predicted_as: ['sports', 'world news'],
      predicted_by: 'Model A',
      'metadata.topic': 'Black-Friday sale',
      'metadata.pages': 10,
      'metadata.day': day('2024-01-31T00:00:00'),
      score: [0.2, 0.9],
      multi_label: true,
      event_timestamp: day('2024-05-15T09:30:00'),
      'vectors.mini.value': true,
    },
    2: {
      id: '2',
      text: 'The quick brown fox\njumps over the lazy dog',
      'inputs.title': 'The quick brown fox',
      'inputs.body': 'jumps over the lazy dog',
      status: 'Validated',
      predicted_as: 'sports',
      predicted_by: 'model-b',
      'metadata.topic': 'animals',
      'metadata.pages': 5.5,
      'metadata.day': day('2024-02-01T10:00:00'),
      score: 0.5,
      multi_label: false,
      event_timestamp: day('2024-05-14T23:00:00'),
    },
    3: {
      id: '3',
      text: 'Foo bar: foo-bar and Café ROAM\nfoam',
      'inputs.title': 'Foo bar: foo-bar and Café ROAM',
      'inputs.body': 'foam',
      status: 'Default',
      'metadata.topic': 'Animals',
      'metadata.pages': -3,
      score: 1,
      multi_label: false,
    },
    4: {
      id: '4',
      text: 'Brown dog, quick FOX! roams 3.14',
      'inputs.title': 'Brown dog, quick FOX! roams 3.14',
      status: 'Discarded',
      predicted_as: 'it is (not) ok',
      'metadata.day': day('2023-12-31T23:59:59'),
    },
    5: { id: '5', text: '手机 and 👍🏽 foo', status: 'Edited', predicted_as: [], 'metadata.topic': '' },
  },
}

/** The datasets by name. */
export const searchCorpora = { mail, scripts, classic } as const

export type SearchCorpusName = keyof typeof searchCorpora
