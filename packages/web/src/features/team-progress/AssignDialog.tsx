import type { AssignmentCreate, AssignmentDelete } from '@postil/contract/feedback/team/assignments'
import { fullNameOf, type Named, namesById, tellApart } from '@postil/domain/people/full-name'
import { can } from '@postil/domain/permissions'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { fetchPeople, type Person } from '../../api/account/people.ts'
import {
  assignRecords,
  previewAssignment,
  previewTakeBack,
  type StartedAssignment,
  takeBackRecords,
} from '../../api/feedback/team/assignments.ts'
import { queryKeys } from '../../api/keys.ts'
import { SILENT } from '../../api/query-client.ts'
import { t } from '../../i18n/areas/team/team-progress.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import styles from './AssignDialog.module.css'
import { ALL_RECORDS, ChooseRecords, searchFor } from './ChooseRecords.tsx'

type Action = StartedAssignment['action']

const ACTIONS = [
  { value: 'assign' as const, label: t('team.assign.now') },
  { value: 'take_back' as const, label: t('team.takeBack') },
]

/** Some records: in words, and as the API takes them. */
interface Records {
  words: string
  body: Pick<AssignmentCreate, 'record_ids' | 'search'>
}

export interface AssignDialogProps {
  datasetId: string
  workspaceId: string
  minSubmitted: number
  /**
   * The records in question, and if there is a choice those of them that are pending for the user; if not given, the user chooses them by
   * words and filters. They stay the same while the dialog is open.
   */
  selected?: Records & { pending?: Records }
  onStarted: (started: StartedAssignment) => void
  onClose: () => void
}

/** Assigns records to users, or takes them back: chooses records and users, shows what that means for each user, then does it. */
export function AssignDialog(props: AssignDialogProps) {
  const { datasetId, workspaceId, minSubmitted, onStarted, onClose } = props
  const [selected] = useState(props.selected)
  const { data: people = [] } = useQuery({ queryKey: queryKeys.people(), queryFn: fetchPeople, meta: SILENT })
  const [action, setAction] = useState<Action>('assign')
  const [isPendingOnly, setPendingOnly] = useState(false)
  const [conditions, setConditions] = useState(ALL_RECORDS)
  const [quotas, setQuotas] = useState<ReadonlyMap<string, string>>(new Map())
  const [perRecord, setPerRecord] = useState(String(minSubmitted))
  const isAssigning = action === 'assign'
  const records = isPendingOnly ? selected?.pending : selected
  const asked = askFor(action, records?.body ?? searchFor(conditions), quotas, perRecord)
  const preview = useMutation({ mutationFn: (given: Asked) => previewOf(datasetId, given) })
  const start = useMutation({
    mutationFn: (given: Asked) => startOf(datasetId, given),
    onSuccess: (jobId, given) => {
      onStarted({ jobId, action: given.action })
      onClose()
    },
  })
  /** Another choice needs another preview. */
  const changing =
    <Value,>(apply: (value: Value) => void) =>
    (value: Value) => {
      apply(value)
      preview.reset()
    }
  const nobody = quotas.size === 0 ? t('team.assign.nobody') : t('team.assign.numbers')
  return (
    <Dialog
      title={t(isAssigning ? 'team.assign' : 'team.takeBack.records')}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('ui.cancel')}</Button>
          {preview.data && preview.data.records > 0 ? (
            <Button
              variant="primary"
              isPending={start.isPending}
              onPress={() => preview.variables && start.mutate(preview.variables)}
            >
              {t(isAssigning ? 'team.assign.now' : 'team.takeBack')}
            </Button>
          ) : (
            <Button
              variant="primary"
              isPending={preview.isPending}
              disabledReason={asked ? undefined : nobody}
              onPress={() => asked && preview.mutate(asked)}
            >
              {t('team.assign.preview')}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.body}>
        <Segmented
          label={t('team.assign.action')}
          choices={ACTIONS}
          value={action}
          onChange={changing<Action>(setAction)}
        />
        <p className="note">{t(isAssigning ? 'team.assign.what' : 'team.takeBack.recordsWhat')}</p>
        {selected ? (
          <p className={styles.selected}>{records?.words}</p>
        ) : (
          <ChooseRecords datasetId={datasetId} chosen={conditions} onChange={changing(setConditions)} />
        )}
        {selected?.pending && (
          <Checkbox isSelected={isPendingOnly} onChange={changing(setPendingOnly)}>
            {t('team.assign.pendingOnly')}
          </Checkbox>
        )}
        {isAssigning && (
          <TextField
            label={t('team.assign.perRecord')}
            description={t('team.assign.perRecord.what')}
            inputMode="numeric"
            value={perRecord}
            error={readCount(perRecord) === undefined ? t('team.assign.number') : undefined}
            onChange={changing(setPerRecord)}
          />
        )}
        <ChoosePeople
          able={people.filter((person) => canBeAssigned(person, workspaceId))}
          hasQuotas={isAssigning}
          quotas={quotas}
          onChange={changing(setQuotas)}
        />
        <div role="status">{preview.data && <Preview action={action} {...preview.data} />}</div>
      </div>
    </Dialog>
  )
}

interface ChoosePeopleProps {
  able: readonly Person[]
  hasQuotas: boolean
  /** The chosen people, with the text of their quotas. */
  quotas: ReadonlyMap<string, string>
  onChange: (quotas: ReadonlyMap<string, string>) => void
}

function ChoosePeople({ able, hasQuotas, quotas, onChange }: ChoosePeopleProps) {
  const names = namesById(able.map((person) => ({ ...person, name: fullNameOf(person) })))
  const setQuota = (id: string, quota: string | undefined) => {
    const next = new Map(quotas)
    if (quota === undefined) next.delete(id)
    else next.set(id, quota)
    onChange(next)
  }
  return (
    <fieldset className={styles.people}>
      <legend className={styles.legend}>{t(hasQuotas ? 'team.assign.people' : 'team.takeBack.people')}</legend>
      {able.map(({ id }) => {
        const name = names.get(id) ?? ''
        const quota = quotas.get(id)
        return (
          <div key={id} className={styles.person}>
            <Checkbox isSelected={quota !== undefined} onChange={(isOn) => setQuota(id, isOn ? '' : undefined)}>
              {name}
            </Checkbox>
            {hasQuotas && quota !== undefined && (
              <span className={styles.quota}>
                <span aria-hidden="true">{t('team.assign.quota')}</span>
                <TextField
                  aria-label={t('team.assign.quotaOf', { name })}
                  placeholder={t('team.assign.noQuota')}
                  inputMode="numeric"
                  size="small"
                  value={quota}
                  isInvalid={quota !== '' && readCount(quota) === undefined}
                  onChange={(value) => setQuota(id, value)}
                />
              </span>
            )}
          </div>
        )
      })}
    </fieldset>
  )
}

interface PreviewProps {
  action: Action
  records: number
  people: readonly (Named & { user_id: string; records: number })[]
  incomplete?: number
}

function Preview({ action, records, people, incomplete = 0 }: PreviewProps): ReactNode {
  const isAssigning = action === 'assign'
  const nameOf = tellApart(people)
  const found = isAssigning
    ? t('team.assign.found', { count: records })
    : records === 0
      ? t('team.takeBack.nothing')
      : t('team.takeBack.found', { count: records })
  return (
    <div ref={showWhole} className={styles.preview}>
      <p>{found}</p>
      <ul>
        {people.map((person) => (
          <li key={person.user_id}>
            {t(isAssigning ? 'team.assign.gets' : 'team.takeBack.gives', {
              name: nameOf(person),
              count: person.records,
            })}
          </li>
        ))}
      </ul>
      {incomplete > 0 && <p className="note">{t('team.assign.incomplete', { count: incomplete })}</p>}
    </div>
  )
}

/** On a small screen the preview would be below the visible part of the dialog. */
function showWhole(preview: HTMLElement | null): void {
  preview?.scrollIntoView({ block: 'nearest' })
}

function canBeAssigned({ role, workspaces, disabled_at }: Person, workspaceId: string): boolean {
  const isMember = workspaces.some(({ id }) => id === workspaceId)
  return disabled_at === null && can({ role }, 'record.annotate', { isMember })
}

/** What is shown in a preview, and then done. */
type Asked = { action: 'assign'; body: AssignmentCreate } | { action: 'take_back'; body: AssignmentDelete }

function previewOf(datasetId: string, asked: Asked): Promise<Omit<PreviewProps, 'action'>> {
  return asked.action === 'assign' ? previewAssignment(datasetId, asked.body) : previewTakeBack(datasetId, asked.body)
}

function startOf(datasetId: string, asked: Asked): Promise<string> {
  return asked.action === 'assign' ? assignRecords(datasetId, asked.body) : takeBackRecords(datasetId, asked.body)
}

/** Undefined while a number is not valid, or nobody is chosen to assign records to. Records are taken back from everybody then. */
function askFor(
  action: Action,
  records: Records['body'],
  quotas: ReadonlyMap<string, string>,
  perRecord: string,
): Asked | undefined {
  if (action === 'take_back')
    return { action, body: { ...records, ...(quotas.size > 0 && { user_ids: [...quotas.keys()] }) } }
  const people = [...quotas].map(([user_id, quota]) => ({
    user_id,
    quota: quota.trim() === '' ? null : readCount(quota),
  }))
  const count = readCount(perRecord)
  if (count === undefined || people.length === 0) return undefined
  const valid = people.flatMap(({ user_id, quota }) => (quota === undefined ? [] : [{ user_id, quota }]))
  if (valid.length < people.length) return undefined
  return { action, body: { people: valid, people_per_record: count, ...records } }
}

function readCount(text: string): number | undefined {
  return /^\s*[1-9]\d{0,8}\s*$/.test(text) ? Number(text) : undefined
}
