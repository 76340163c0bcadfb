import { LIMITS } from '@postil/contract/limits'
import type { ColumnPlan } from '../plan/plan'
import type { ColumnProfile } from '../read/profile'
import { isLabelCount } from './question-for'

const LABEL_NAME =
  /^(labels?|categor(y|ies)|class(es)?|intents?|sentiment|topics?|target|tags?|emotions?|gold|annotation|entities|ner(_tags)?|spans)$/i
/** Names of label columns in other languages, without accents. */
const LABEL_NAMES = namesOf(`
  étiquette étiquettes catégorie catégories classe classes thème sujet émotion intention
  etiqueta etiquetas clase clases categoría categorías tema sentimiento emoción intención
  rótulo rótulos categoria categorias sentimento etichetta etichette classi
  Klasse Klassen Kategorie Kategorien Etikett Thema Stimmung Absicht categorieën
  klass kategori kategorier kategoria etykieta klasa kategorie třída štítek etiket sınıf duygu
  метка метки категория категории класс тема мітка категорія клас
  标签 標籤 类别 類別 分类 分類 情感 意图 意圖 ラベル カテゴリ カテゴリー クラス 感情 라벨 레이블 카테고리 분류 감정
  التصنيف تصنيف الفئة فئة التسمية وسم תווית קטגוריה लेबल श्रेणी वर्ग भावना ป้ายกำกับ หมวดหมู่ ετικέτα κατηγορία nhãn
`)
/** Names of columns that also have few values over many rows, but describe a text rather than being its label. */
const KNOWN_NAME =
  /^(split|fold|subset|partition|lang|language|locale|source|domain|origin|country|region|city|gender|sex|user|username|author|speaker|agent|model|model_name|predicted_by|tagger|annotator|version|device|platform|channel|currency|date|day|weekday|month|year)$/i
const KNOWN_NAMES = namesOf(`
  langue pays auteur idioma fuente país autor língua fonte paese lingua autore Sprache Quelle Land Autor
  язык источник страна автор 语言 語言 来源 來源 国家 國家 作者 言語 出典 著者 언어 출처 اللغة المصدر भाषा स्रोत
`)
/** Labels are short and repeated: maximum length, and minimum average number of rows per label. */
const MAX_LABEL_LENGTH = 40
const MIN_ROWS_PER_LABEL = 3
const MAX_LABELS_BY_VALUE = 100
/** Up to this many different values look like labels even if hardly repeated. */
const FEW_LABELS = 20

/** Why a column with a name typical of labels is not treated as labels. */
export type NoLabels = 'tooMany' | 'hardlyRepeated'

/** Whether a column is named like labels, in one of many languages. */
export function isLabelName(name: string): boolean {
  return LABEL_NAME.test(name) || LABEL_NAMES.has(plainName(name))
}

/** Whether a column has few enough different values to be options. */
export function isLabelLike({ distinct, filled }: ColumnProfile): boolean {
  if (!distinct || !isLabelCount(distinct.length)) return false
  return distinct.length <= Math.max(FEW_LABELS, filled / 2)
}

/** Why a column is not treated as labels although its name or its short repeated values look like labels. */
export function whyNoLabels(profile: ColumnProfile): NoLabels | undefined {
  const { name, filled, distinct, isUnique, numbers, integers, lists, maxLength } = profile
  const count = distinct?.length ?? Number.POSITIVE_INFINITY
  if (filled === 0 || isLabelLike(profile)) return undefined
  if (lists > 0 || numbers > integers || maxLength > LIMITS.optionValueLength) return undefined
  const isCalledSo = isLabelName(baseOf(name))
  const comeBack = !isUnique && numbers < filled && maxLength <= MAX_LABEL_LENGTH && !isKnownName(name)
  if (count > LIMITS.labelOptions) return isCalledSo || comeBack ? 'tooMany' : undefined
  return isCalledSo && count > 1 ? 'hardlyRepeated' : undefined
}

/**
 * The column that looks like labels by its values alone: few short words, each on many rows, beside a text. Of several, the next one after
 * the text, where labels usually are.
 *
 * @returns its index, or -1
 */
export function findLabels(columns: readonly ColumnPlan[], profiles: readonly ColumnProfile[]): number {
  const field = columns.findIndex(({ use }) => use.kind === 'field')
  if (field === -1) return -1
  const found = columns.flatMap(({ use }, index) => {
    const profile = profiles[index]
    return profile && use.kind === 'metadata' && areLabels(profile) ? [index] : []
  })
  return found.find((index) => index > field) ?? found.at(-1) ?? -1
}

/** The last part of a dotted name. */
export function baseOf(name: string): string {
  return name.split('.').at(-1) ?? name
}

function areLabels({ name, filled, numbers, booleans, lists, distinct, maxLength }: ColumnProfile): boolean {
  if (!distinct || distinct.length < 2 || distinct.length > MAX_LABELS_BY_VALUE) return false
  if (filled < distinct.length * MIN_ROWS_PER_LABEL || maxLength > MAX_LABEL_LENGTH) return false
  if (numbers > 0 || booleans === filled || lists > 0 || isKnownName(name)) return false
  // Dates, versions and codes contain digits; labels are words.
  return distinct.every((value) => /\p{L}/u.test(value) && !/\d{4}/.test(value))
}

function isKnownName(name: string): boolean {
  const base = baseOf(name)
  return KNOWN_NAME.test(base) || KNOWN_NAMES.has(plainName(base))
}

function namesOf(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/).map(plainName))
}

function plainName(name: string): string {
  return name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()
}
