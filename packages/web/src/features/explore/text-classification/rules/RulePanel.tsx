import type { RuleBody, RuleMetrics } from '@postil/contract/task/rules'
import { can } from '@postil/domain/permissions'
import { coveredRecords, type Rule, ruleKey } from '@postil/domain/rules/rule'
import type { GlobalLabel } from '@postil/domain/task-editing/labels'
import { Search } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { TaskPlace } from '../../../../api/classic/task-records.ts'
import { t } from '../../../../i18n/areas/classic/rules.ts'
import { useCommand } from '../../../../keyboard/use-command.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { useUser } from '../../../session/session.ts'
import { LabelButtons } from '../LabelButtons.tsx'
import styles from './RulePanel.module.css'
import ruleStyles from './rules.module.css'
import { useExampleQuery, useLabelsOfHits, useRuleChanges } from './use-rules.ts'

interface RulePanelProps {
  place: TaskPlace
  rule: Rule | undefined
  /** The stored rule with the same query. */
  saved: RuleBody | undefined
  /** The stored rule that cannot be read, which this one is to replace. */
  broken: RuleBody | undefined
  metrics: RuleMetrics | undefined
  /** Why the query cannot be parsed. */
  problem: string | undefined
  labels: readonly GlobalLabel[]
  onLabels: (labels: readonly string[]) => void
  /** Make this the query of the rule. */
  onQuery: (query: string) => void
}

/** The rule being written: its query is the search text, its labels are chosen here. */
export function RulePanel(props: RulePanelProps) {
  const { place, rule, saved, broken, metrics, problem, labels, onLabels, onQuery } = props
  const navigate = useNavigate()
  const isManager = can(useUser(), 'dataset.manage', { isMember: true })
  const { save, remove } = useRuleChanges(place)
  const isSaved = rule && saved && saved !== broken && ruleKey(rule) === ruleKey(saved)
  const canSave = rule !== undefined && rule.labels.length > 0 && !isSaved && problem === undefined
  const command = useCommand('rules.save', {
    run: () => rule && save.mutate({ rule, replaces: saved ? undefined : broken?.query }),
    isEnabled: canSave && !save.isPending,
  })
  const savedNote = useRef<HTMLParagraphElement>(null)
  // The focused button is gone: continue from its place.
  const isJustSaved = isSaved && !broken && (save.isSuccess || remove.isSuccess)
  useEffect(() => {
    if (isJustSaved && document.activeElement === document.body) savedNote.current?.focus()
  }, [isJustSaved])
  const shownQuery = useRef<HTMLElement>(null)
  const tookExample = useRef(false)
  useEffect(() => {
    if (rule && tookExample.current) shownQuery.current?.focus()
    tookExample.current = false
  }, [rule])
  const hits = rule && metrics ? coveredRecords(metrics) : undefined
  const toggle = (label: string) => {
    const chosen = rule?.labels ?? NONE
    onLabels(chosen.includes(label) ? chosen.filter((one) => one !== label) : [...chosen, label])
  }
  const example = useExampleQuery(place, rule === undefined)
  const counts = useLabelsOfHits(place, rule?.query)
  // Labels found on annotated hits come first. Letters are no shortcuts here, since the user types into the search box.
  const shown = useMemo(
    () =>
      labels
        .toSorted((one, other) => (counts[other.text] ?? 0) - (counts[one.text] ?? 0))
        .map((label, order) => ({ ...label, order, shortcut: null })),
    [labels, counts],
  )
  const settings = `/datasets/${encodeURIComponent(place.workspace)}/${encodeURIComponent(place.name)}/settings`
  return (
    <section className={ruleStyles.panel} aria-label={t('rules.rule')}>
      <header className={ruleStyles.head}>
        <h2 className={ruleStyles.title}>{t('rules.rule')}</h2>
        <p className={styles.hits} role="status">
          {hits !== undefined && metrics && t('rules.hits', { count: hits, total: metrics.total_records })}
        </p>
      </header>
      {rule ? (
        <code ref={shownQuery} tabIndex={-1} className={styles.query}>
          {rule.query}
        </code>
      ) : (
        <div className="note">
          <p>{t('rules.prompt')}</p>
          {example && (
            <Button
              size="small"
              icon={Search}
              onPress={() => {
                // The button goes: continue from its place.
                tookExample.current = true
                onQuery(example)
              }}
            >
              {t('rules.example', { query: example })}
            </Button>
          )}
        </div>
      )}
      {rule && broken && (
        <div className={ruleStyles.hint} role="note">
          <span className={ruleStyles.hintWords}>
            {broken === saved ? t('rules.mending') : t(saved ? 'rules.mendedAlready' : 'rules.mended', broken)}
          </span>
          {saved && saved !== broken && (
            <Button size="small" isPending={remove.isPending} onPress={() => remove.mutate(broken.query)}>
              {t('rules.deleteBroken')}
            </Button>
          )}
        </div>
      )}
      <p className="note">{labels.length === 0 ? t('rules.noLabels') : rule && t('rules.gives')}</p>
      {/* Without a query there is nothing to label yet. */}
      <div inert={rule === undefined} className={styles.labels}>
        {labels.length > 0 && (
          <LabelButtons
            labels={shown}
            inOrder={labels}
            chosen={rule?.labels ?? []}
            scores={NO_SCORES}
            suggested={NONE}
            isActive
            onToggle={toggle}
          />
        )}
      </div>
      <footer className={styles.foot}>
        <p className="note">{rule && labels.length > 0 && t('rules.filters')}</p>
        {labels.length === 0 ? (
          isManager && <Button onPress={() => void navigate(settings)}>{t('rules.toLabels')}</Button>
        ) : isSaved ? (
          <p ref={savedNote} tabIndex={-1} className={styles.saved} role="status">
            {t('rules.saved')}
          </p>
        ) : (
          <Button
            variant="primary"
            keys={command.keys}
            isPending={save.isPending}
            disabledReason={canSave ? undefined : (problem ?? t(rule ? 'rules.noLabel' : 'rules.noQuery'))}
            onPress={command.run}
          >
            {saved ? t('rules.update') : t('rules.save')}
          </Button>
        )}
      </footer>
    </section>
  )
}

const NO_SCORES: ReadonlyMap<string, number> = new Map()
const NONE: readonly string[] = []
