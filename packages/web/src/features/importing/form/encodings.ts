import { t } from '../../../i18n/areas/importing.ts'

/** The supported encodings, by name. */
export const ENCODINGS = [
  { value: 'utf-8', label: 'UTF-8' },
  { value: 'mixed', label: t('import.encoding.mixed') },
  { value: 'windows-1252', label: 'Windows-1252' },
  { value: 'utf-16le', label: 'UTF-16 LE' },
  { value: 'utf-16be', label: 'UTF-16 BE' },
] as const
