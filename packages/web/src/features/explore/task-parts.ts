import type { AnyRecordBody } from '@postil/contract/task/records'
import type { RuleBody } from '@postil/contract/task/rules'
import type { Aggregations } from '@postil/contract/task/search'
import type { GlobalLabel } from '@postil/domain/task-editing/labels'
import type { RecordFilter } from '@postil/domain/task-editing/query'
import type { EditableRecord } from '@postil/domain/task-editing/record'
import type { ComponentType, ReactNode } from 'react'
import type { TaskPlace } from '../../api/task-records.ts'
import type { ViewMode } from './explore-url.ts'

/** What a task's part of a card can do with its record. Stable while the page is open. */
export interface CardActions<Body extends AnyRecordBody> {
  /** Take an annotation over without saving it: the record is Edited. Undefined: no annotation. */
  edit: (record: EditableRecord<Body>, annotation: Body['annotation']) => void
  /** Save this annotation and mark the record Validated. */
  validate: (record: EditableRecord<Body>, annotation: NonNullable<Body['annotation']>) => void
  /** Lead the keys to the next record that is not done, if the page has one. */
  advance: (record: EditableRecord<Body>) => void
  /** Save the record without annotation. */
  clear: (record: EditableRecord<Body>) => void
  /** Change every record that matches and is neither validated nor discarded, and save it as Edited; asked first, with undo. */
  editAll: (annotate: (record: EditableRecord<Body>) => Body['annotation'] | undefined) => void
  /** Drop the edits that are not saved. */
  reset: (record: EditableRecord<Body>) => void
}

/** What a task shows in a card, below the head that all tasks share. */
export interface CardBodyProps<Body extends AnyRecordBody> {
  record: EditableRecord<Body>
  labels: readonly GlobalLabel[]
  viewMode: ViewMode
  /** The keys go to this card. */
  isActive: boolean
  /** The page has this card only: everything is shown. */
  isAlone: boolean
  actions: CardActions<Body>
}

/** What a task adds to the bar of what can be done with the chosen records. */
export interface BulkActionsProps<Body extends AnyRecordBody> {
  chosen: readonly EditableRecord<Body>[]
  labels: readonly GlobalLabel[]
  /** Records that match, when all of them are chosen. */
  allCount: number | undefined
  /** On a small screen, which has no keys to show. */
  isCompact: boolean
  /** Change many records at once and save them: the annotation of each, or undefined to pass it over. */
  onValidate: (annotate: (record: EditableRecord<Body>) => Body['annotation'] | undefined) => void
  /** Change many records without saving. */
  onEdit: (annotate: (record: EditableRecord<Body>) => Body['annotation'] | undefined) => void
}

/** What a task adds to the panel of statistics. */
export interface StatsProps {
  counts: Aggregations | undefined
  /** Add words to the search. */
  onSearch: (words: string) => void
}

/** What labelling rules are written with. */
export interface RulesProps {
  place: TaskPlace
  labels: readonly GlobalLabel[]
  /** The stored rules; undefined until they are known. */
  rules: readonly RuleBody[] | undefined
  /** What is searched for: its text is the query of the rule being written. */
  filter: RecordFilter
  onFilter: (filter: RecordFilter) => void
  /** Go to annotating the records that are searched for. */
  onAnnotate: () => void
  /** The table of all rules is shown instead of the rule being written. */
  isTableOpen: boolean
  onTableOpen: (isOpen: boolean) => void
  /** The records found. */
  children: ReactNode
}

/**
 * Everything that differs between the tasks on the page of a classic dataset. The page itself knows no task: a new one is a folder
 * that exports these parts.
 */
export interface TaskParts<Body extends AnyRecordBody> {
  /** Modes of the rail, in their order. */
  viewModes: readonly ViewMode[]
  /** Records can be filtered by labels, by ok and ko, and by score. */
  hasLabels: boolean
  /** What a record is called where there is no room for it: its text, uncut. */
  titleOf: (body: Body) => string
  /** What Validate would save, or undefined when there is nothing to validate. The agent is the caller's. */
  annotationToValidate: (record: EditableRecord<Body>) => Body['annotation'] | undefined
  /** The annotation has something to clear. */
  hasAnnotation: (record: EditableRecord<Body>) => boolean
  CardBody: ComponentType<CardBodyProps<Body>>
  /** The body needs the width of the card: the actions stand below it. */
  isWide?: boolean
  BulkActions?: ComponentType<BulkActionsProps<Body>>
  /** A row of its own above the list: the legend of entities. */
  Legend?: ComponentType<{ labels: readonly GlobalLabel[] }>
  Stats: ComponentType<StatsProps>
  /** What the page shows around the cards in the mode `labelling-rules`. */
  Rules?: ComponentType<RulesProps>
  /** A key pressed on a card that is no command of the page. @returns whether it was used, and whether the record is done with it */
  onCardKey?: (
    key: string,
    record: EditableRecord<Body>,
    context: { labels: readonly GlobalLabel[]; actions: CardActions<Body> },
  ) => 'used' | 'done' | false
}
