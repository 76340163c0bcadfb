import type { AnyRecordBody } from '@postil/contract/task/records'
import type { RuleBody } from '@postil/contract/task/rules'
import type { Aggregations } from '@postil/contract/task/search'
import type { GlobalLabel } from '@postil/domain/task-editing/labels'
import type { RecordFilter } from '@postil/domain/task-editing/query'
import type { EditableRecord } from '@postil/domain/task-editing/record'
import type { ComponentType, ReactNode } from 'react'
import type { TaskPlace } from '../../api/classic/task-records.ts'
import type { ViewMode } from './state/explore-url.ts'
import type { Problem } from './state/saving.ts'

/** Actions that a task's part of a card can call. Stable while the page is open. */
export interface CardActions<Body extends AnyRecordBody> {
  /** Set an annotation without saving it: the record becomes Edited. Undefined: no annotation. */
  edit: (record: EditableRecord<Body>, annotation: Body['annotation']) => void
  /** Save this annotation and mark the record Validated. */
  validate: (record: EditableRecord<Body>, annotation: NonNullable<Body['annotation']>) => void
  /** Focus the next unfinished record, if the page has one. */
  advance: (record: EditableRecord<Body>) => void
  /** Save the record without annotation. */
  clear: (record: EditableRecord<Body>) => void
  /** Change every matching record that is neither validated nor discarded, and save it as Edited; asks for confirmation, with undo. */
  editAll: (annotate: (record: EditableRecord<Body>) => Body['annotation'] | undefined) => void
  /** Discard the unsaved edits. */
  reset: (record: EditableRecord<Body>) => void
}

/** Callbacks from the page to its cards. Stable while the page is open. */
export interface CardTools<Body extends AnyRecordBody> {
  canValidate: (record: EditableRecord<Body>) => boolean
  toggle: (key: string, isRange: boolean) => void
  activate: (key: string) => void
  /** Move the focus from a finished record to the next unfinished one. */
  advance: (key: string) => void
  validate: (record: EditableRecord<Body>) => void
  discard: (record: EditableRecord<Body>) => void
  undoStatus: (record: EditableRecord<Body>) => void
  reset: (record: EditableRecord<Body>) => void
  findSimilar: (record: EditableRecord<Body>, vector: string) => void
  showDetails: (record: EditableRecord<Body>) => void
  saveAnyway: (problem: Problem) => void
  dismiss: (problem: Problem) => void
}

/** What a task shows in a card, below the head that all tasks share. */
export interface CardBodyProps<Body extends AnyRecordBody> {
  record: EditableRecord<Body>
  labels: readonly GlobalLabel[]
  viewMode: ViewMode
  /** Key presses go to this card. */
  isActive: boolean
  /** The only card of the page: everything is shown. */
  isAlone: boolean
  actions: CardActions<Body>
}

/** What a task adds to the bulk bar. */
export interface BulkActionsProps<Body extends AnyRecordBody> {
  chosen: readonly EditableRecord<Body>[]
  labels: readonly GlobalLabel[]
  /** Number of matching records, when all of them are selected. */
  allCount: number | undefined
  /** Small screen: no key hints. */
  isCompact: boolean
  /** Change and save many records, which get this label: returns the annotation of each, or undefined to skip it. */
  onValidate: (annotate: (record: EditableRecord<Body>) => Body['annotation'] | undefined, label: string) => void
  /** Change many records without saving. */
  onEdit: (annotate: (record: EditableRecord<Body>) => Body['annotation'] | undefined) => void
}

/** What a task adds to the panel of statistics. */
export interface StatsProps {
  counts: Aggregations | undefined
  /** Add words to the search. */
  onSearch: (words: string) => void
}

/** Props of the view in which labelling rules are written. */
export interface RulesProps {
  place: TaskPlace
  labels: readonly GlobalLabel[]
  /** The stored rules; undefined until they are known. */
  rules: readonly RuleBody[] | undefined
  /** The current search: its text is the query of the rule being written. */
  filter: RecordFilter
  onFilter: (filter: RecordFilter) => void
  /** Switch to annotating the matching records. */
  onAnnotate: () => void
  /** Show the table of all rules instead of the rule being written. */
  isTableOpen: boolean
  onTableOpen: (isOpen: boolean) => void
  /** The matching records. */
  children: ReactNode
}

/**
 * Everything that differs between the tasks on the page of a classic dataset. The page itself is independent of the task: a new task is
 * a folder that exports these parts.
 */
export interface TaskParts<Body extends AnyRecordBody> {
  /** Modes of the rail, in their order. */
  viewModes: readonly ViewMode[]
  /** Records can be filtered by labels, by ok and ko, and by score. */
  hasLabels: boolean
  /** A title for a record: its full text. */
  titleOf: (body: Body) => string
  /** What Validate would save, or undefined when there is nothing to validate. The agent is the caller's. */
  annotationToValidate: (record: EditableRecord<Body>) => Body['annotation'] | undefined
  /** Whether the annotation has something to clear. */
  hasAnnotation: (record: EditableRecord<Body>) => boolean
  CardBody: ComponentType<CardBodyProps<Body>>
  /** The body takes the full width of the card, with the actions below it. */
  isWide?: boolean
  BulkActions?: ComponentType<BulkActionsProps<Body>>
  /** A row of its own above the list: the legend of entities. */
  Legend?: ComponentType<{ labels: readonly GlobalLabel[] }>
  Stats: ComponentType<StatsProps>
  /** The view around the cards in the mode `labelling-rules`. */
  Rules?: ComponentType<RulesProps>
  /** Handle a key pressed on a card that is not a command of the page. @returns whether it was used, and whether it finishes the record */
  onCardKey?: (
    key: string,
    record: EditableRecord<Body>,
    context: { labels: readonly GlobalLabel[]; actions: CardActions<Body> },
  ) => 'used' | 'done' | false
}
