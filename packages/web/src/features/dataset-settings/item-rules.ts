import type { Field, FieldPatch } from '@postil/contract/feedback/settings/fields'
import type { MetadataProperty, MetadataPropertyPatch } from '@postil/contract/feedback/settings/metadata-properties'
import type { Question, QuestionPatch } from '@postil/contract/feedback/settings/questions'
import type { VectorsSettings } from '@postil/contract/feedback/settings/vectors-settings'
import { t } from '../../i18n/areas/settings.ts'

/** Maximum lengths of texts in characters (spec section 5). */
const QUESTION_TITLE_MAX = 200
const QUESTION_DESCRIPTION_MAX = 500
const TITLE_MAX = 500

/** The error message for each value of an item; undefined for valid values. */
export type Problems<Values> = Partial<Record<keyof Values & string, string | undefined>>

export interface QuestionValues {
  title: string
  description: string
  useMarkdown: boolean
  /** null: all options. */
  visibleOptions: number | null
}
export interface FieldValues {
  title: string
  useMarkdown: boolean
}
export interface MetadataValues {
  title: string
  isVisible: boolean
}
export interface VectorValues {
  title: string
}

/** The form values of a question. */
export function questionValues({ title, description, settings }: Question): QuestionValues {
  return {
    title,
    description: description ?? '',
    useMarkdown: 'use_markdown' in settings && settings.use_markdown,
    visibleOptions: 'visible_options' in settings ? settings.visible_options : null,
  }
}

/** Validate a question: its title is required, up to 200 characters; its description up to 500; both trimmed. */
export function checkQuestion({ title, description }: QuestionValues): Problems<QuestionValues> {
  return {
    title: title.trim() === '' ? t('settings.required') : tooLong(title, QUESTION_TITLE_MAX),
    description: tooLong(description, QUESTION_DESCRIPTION_MAX),
  }
}

/** The request body for an edited question. An empty description is sent as null; options are saved separately. */
export function questionPatch(question: Question, values: QuestionValues): Partial<QuestionPatch> {
  const common = { title: values.title.trim(), description: values.description.trim() || null }
  const { type } = question.settings
  switch (type) {
    case 'text':
      return { ...common, settings: { type, use_markdown: values.useMarkdown } }
    case 'label_selection':
    case 'multi_label_selection':
    case 'span':
      return { ...common, settings: { type, visible_options: values.visibleOptions } }
    case 'rating':
    case 'ranking':
      return common
  }
}

/** The form values of a field. */
export function fieldValues({ title, settings }: Field): FieldValues {
  return { title, useMarkdown: settings.use_markdown }
}

/** The request body for an edited field. An empty title is replaced by the name. */
export function fieldPatch({ name, settings }: Field, { title, useMarkdown }: FieldValues): Partial<FieldPatch> {
  return { title: title.trim() || name, settings: { type: settings.type, use_markdown: useMarkdown } }
}

/** The form values of a metadata property. */
export function metadataValues({ title, visible_for_annotators }: MetadataProperty): MetadataValues {
  return { title, isVisible: visible_for_annotators }
}

/** The request body for an edited property. An empty title is replaced by the name. */
export function metadataPatch(
  { name }: MetadataProperty,
  { title, isVisible }: MetadataValues,
): Partial<MetadataPropertyPatch> {
  return { title: title.trim() || name, visible_for_annotators: isVisible }
}

/** The request body for an edited vector. An empty title is replaced by the name. */
export function vectorPatch({ name }: Pick<VectorsSettings, 'name'>, { title }: VectorValues): { title: string } {
  return { title: title.trim() || name }
}

/** Validate the title of a field, property or vector: it may be empty and has up to 500 characters. */
export function checkTitle({ title }: { title: string }): Problems<{ title: string }> {
  return { title: tooLong(title, TITLE_MAX) }
}

/** The guidelines as sent to the server: trimmed, null when empty. */
export function guidelinesPatch(text: string): string | null {
  return text.trim() || null
}

/** Parse a typed integer from 1 to 999,999,999; undefined when it is invalid. */
export function readCount(text: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text.trim()) ? Number(text) : undefined
}

/** Parse a typed integer from 0 to 50; undefined when it is invalid. */
export function readGoldPercent(text: string): number | undefined {
  return /^([0-9]|[1-4][0-9]|50)$/.test(text.trim()) ? Number(text) : undefined
}

function tooLong(text: string, max: number): string | undefined {
  return [...text.trim()].length > max ? t('settings.tooLong', { max }) : undefined
}
