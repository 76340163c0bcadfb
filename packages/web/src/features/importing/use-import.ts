import { exportedTask, guessClassic } from '@postil/importing/classic/guess'
import { type ClassicManifest, readClassicManifest } from '@postil/importing/classic/manifest'
import { type ClassicPlan, classicNameFor } from '@postil/importing/classic/plan'
import { type ReadManifest, readManifest } from '@postil/importing/export/manifest'
import { guessPlan } from '@postil/importing/guess/guess'
import { withGuessedAgents } from '@postil/importing/guess/guess-agent'
import { datasetNameFor } from '@postil/importing/guess/names'
import { withAgentsOf } from '@postil/importing/plan/edit-columns'
import type { ImportPlan } from '@postil/importing/plan/plan'
import type { FileScan } from '@postil/importing/read/scan'
import { ApiError, NetworkError } from '@postil/sdk/errors'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ClassicName } from '../../api/classic/classic-datasets.ts'
import { api } from '../../api/client.ts'
import { queryKeys } from '../../api/keys.ts'
import { reasonOf } from '../../api/reason-of.ts'
import { t } from '../../i18n/areas/importing.ts'
import { useStableCallback } from '../../ui/browser/use-stable-callback.ts'
import { useUser } from '../session/session.ts'
import { useEngine } from './engine/engine.ts'
import type { ImportState, ImportTo, PlannedImport, ReadingChange } from './import-state.ts'
import { keptState, useKeptState } from './kept-state.ts'
import { missingManifest } from './plan/missing-manifest.ts'
import { fetchGrowingClassic } from './writing/growing-classic.ts'
import { runImport } from './writing/run-import.ts'
import { toExisting } from './writing/to-existing.ts'

interface Start {
  /** Workspaces in which the user may create datasets. */
  workspaceId: string
  takenNames: ReadonlySet<string>
  /** Target dataset, instead of a new one. */
  into: string | undefined
  /** Target classic dataset. */
  intoClassic: ClassicName | undefined
}

/** The controller of one import, from choosing a file to the result. */
export function useImport(start: Start) {
  const user = useUser()
  const key = JSON.stringify([user.id, start.into, start.intoClassic])
  const [state, setState] = useState<ImportState>(() => keptState(key) ?? { step: 'choosing' })
  useKeptState(key, state)
  const engine = useEngine()
  const cache = useQueryClient()
  const work = useRef<AbortController | undefined>(undefined)
  const getStart = useStableCallback(() => start)
  const getExport = useStableCallback(() =>
    state.step === 'planning' && missingManifest(state.planned) ? state.planned.file : undefined,
  )
  // Leaving the page aborts the import; the run itself then deletes a new dataset.
  useEffect(() => () => work.current?.abort(), [])

  const begin = useCallback((): AbortSignal => {
    work.current?.abort()
    work.current = new AbortController()
    return work.current.signal
  }, [])

  const read = useCallback(
    async (file: File, manifest: Manifests, before?: PlannedImport, change?: ReadingChange) => {
      const signal = begin()
      const startedMs = performance.now()
      setState({ step: 'reading', file, progress: { rows: 0, share: 0 }, startedMs })
      try {
        const scan = await engine.scan(file, {
          reading: before && { ...before.scan.reading, ...change },
          fingerprint: manifest.feedback?.file ?? manifest.classic?.file,
          signal,
          onProgress: (progress) => {
            if (!signal.aborted) setState({ step: 'reading', file, progress, startedMs })
          },
        })
        signal.throwIfAborted()
        const to = before?.to ?? (await startTo(file, manifest, getStart(), user.id))
        signal.throwIfAborted()
        setState(afterScan(file, scan, manifest, to))
      } catch (error) {
        if (signal.aborted) return
        setState({ step: 'choosing', isAgain: true, error: wordsOf(error) })
      }
    },
    [begin, engine, getStart, user.id],
  )

  const choose = useCallback(
    async (files: readonly File[]) => {
      const sorted = await sortFiles(files, getExport())
      if (typeof sorted === 'string') setState({ step: 'choosing', isAgain: true, error: sorted })
      else await read(sorted.file, sorted)
    },
    [getExport, read],
  )

  /** Read the file again with its manifest. @returns false when `file` is no manifest */
  const addManifest = useCallback(
    async (planned: PlannedImport, file: File) => {
      const manifest = await manifestOf(file)
      if (manifest) void read(planned.file, manifest)
      return manifest !== undefined
    },
    [read],
  )

  const run = useCallback(
    async (planned: PlannedImport) => {
      const signal = begin()
      const startedMs = performance.now()
      let seen: Extract<ImportState, { step: 'writing' }>['progress']
      const show = () =>
        setState((known) => ({
          step: 'writing',
          planned,
          progress: seen,
          startedMs,
          isStopping: known.step === 'writing' && known.isStopping,
        }))
      show()
      try {
        const { path, settingsPath, result } = await runImport(planned, {
          client: api,
          engine,
          user,
          signal,
          onProgress: (progress) => {
            seen = progress
            show()
          },
        })
        const name = planned.to.kind === 'existing' ? planned.to.dataset.name : planned.to.name
        const seconds = (performance.now() - startedMs) / 1000
        setState({ step: 'done', planned, result, path, settingsPath, name, seconds })
      } catch (error) {
        setState(afterFailure(planned, error, seen, signal.aborted))
      } finally {
        void cache.invalidateQueries({ queryKey: queryKeys.datasets() })
        if (planned.to.kind === 'existing') {
          void cache.invalidateQueries({ queryKey: queryKeys.dataset(planned.to.dataset.datasetId) })
        }
        if (planned.to.kind === 'classic') void cache.invalidateQueries({ queryKey: queryKeys.taskDataset(planned.to) })
      }
    },
    [begin, cache, engine, user],
  )

  const cancel = useCallback(() => {
    work.current?.abort()
    setState((known) => {
      if (known.step === 'reading') return { step: 'choosing', isAgain: true }
      return known.step === 'writing' ? { ...known, isStopping: true } : known
    })
  }, [])

  const change = useCallback((next: Partial<Pick<PlannedImport, 'plan' | 'classic' | 'to'>>) => {
    setState((known) =>
      known.step === 'planning' ? { step: 'planning', isEdited: true, planned: { ...known.planned, ...next } } : known,
    )
  }, [])

  const changeTo = useCallback((to: ImportTo) => {
    setState((known) => {
      if (known.step !== 'planning') return known
      const { planned } = known
      const isSame = planned.to.kind === to.kind && datasetOf(planned.to) === datasetOf(to)
      if (isSame) return { step: 'planning', isEdited: true, planned: { ...planned, to } }
      const { asNew } = planned
      if (to.kind === 'new' && asNew) {
        const plan = withAgentsOf(asNew.plan, planned.plan)
        return { step: 'planning', isEdited: true, planned: { ...planned, plan, to: asNew.to, asNew: undefined } }
      }
      const next = afterScan(planned.file, planned.scan, manifestsOf(planned), to)
      if (next.step !== 'planning') return next
      return {
        ...next,
        isEdited: true,
        planned: {
          ...next.planned,
          plan: withAgentsOf(next.planned.plan, planned.plan),
          asNew: asNew ?? { plan: planned.plan, to: planned.to },
        },
      }
    })
  }, [])

  return {
    state,
    choose,
    addManifest,
    reread: (planned: PlannedImport, how: ReadingChange) => read(planned.file, manifestsOf(planned), planned, how),
    setPlan: useCallback((plan: ImportPlan) => change({ plan }), [change]),
    setClassic: useCallback((classic: ClassicPlan | undefined) => change({ classic }), [change]),
    setTo: changeTo,
    run,
    cancel,
    reset: useCallback(() => {
      work.current?.abort()
      setState({ step: 'choosing', isAgain: true })
    }, []),
    /** Back to the plan of a stopped or finished upload, to continue with it. */
    reopen: useCallback((planned: PlannedImport) => setState({ step: 'planning', planned }), []),
  }
}

async function startTo(file: File, manifest: Manifests, start: Start, userId: string): Promise<ImportTo> {
  const { workspaceId, takenNames, into, intoClassic } = start
  if (intoClassic) return { kind: 'classic', ...(await fetchGrowingClassic(intoClassic)) }
  if (into !== undefined) return await toExisting(file, into, userId)
  return {
    kind: 'new',
    name: datasetNameFor(manifest.feedback?.datasetName || manifest.classic?.dataset.name || file.name, takenNames),
    workspaceId,
  }
}

/** The initial plan of a file for its target. */
function afterScan(file: File, scan: FileScan, manifest: Manifests, to: ImportTo): ImportState {
  if (scan.profile.rows === 0) {
    const [first] = scan.bad
    const isHeaderOnly = scan.profile.columns.length > 0
    const reason = first
      ? t('import.noRowsBecause', { line: first.line, reason: first.reason })
      : t(isHeaderOnly ? 'import.onlyHeader' : 'import.noRows')
    return { step: 'choosing', isAgain: true, error: reason }
  }
  const fixed = to.kind === 'existing' ? to.dataset.schema : manifest.feedback?.schema
  const plan = withGuessedAgents(guessPlan(scan.profile, scan.encoding, fixed), file.name, {
    profiles: scan.profile.columns,
  })
  const planned = { file, scan, manifest: manifest.feedback, classicManifest: manifest.classic, plan, to }
  const source = { profile: scan.profile, reading: scan.reading, fileName: file.name, manifest: manifest.classic }
  if (to.kind === 'classic') {
    const guessed = guessClassic(to.task, source)
    const classic = { ...guessed, isMultiLabel: to.isMultiLabel ?? guessed.isMultiLabel, rules: [] }
    return { step: 'planning', planned: { ...planned, classic } }
  }
  // Files of tags do not say what they are; their manifest does.
  const task = exportedTask(scan.profile) ?? manifest.classic?.dataset.task
  if (to.kind === 'existing' || !task) return { step: 'planning', planned }
  const name = classicNameFor(to.name)
  return { step: 'planning', planned: { ...planned, classic: guessClassic(task, source), to: { ...to, name } } }
}

function afterFailure(
  planned: PlannedImport,
  error: unknown,
  progress: Extract<ImportState, { step: 'writing' }>['progress'],
  isCancelled: boolean,
): ImportState {
  if (planned.to.kind !== 'new') {
    return { step: 'stopped', planned, progress, error: isCancelled ? undefined : wordsOf(error) }
  }
  if (isCancelled) return { step: 'planning', isEdited: true, planned, error: t('import.cancelled') }
  if (error instanceof ApiError && error.status === 409) {
    return { step: 'planning', isEdited: true, planned, nameError: t('import.nameTaken', { name: planned.to.name }) }
  }
  return { step: 'planning', isEdited: true, planned, error: t('import.failedNothingKept', { reason: wordsOf(error) }) }
}

/** The manifest of an exported file, of either family. */
interface Manifests {
  feedback?: ReadManifest
  classic?: ClassicManifest
}

function manifestsOf({ manifest, classicManifest }: PlannedImport): Manifests {
  return { feedback: manifest, classic: classicManifest }
}

/**
 * The data file and the manifest among dropped files; or why they cannot be used.
 *
 * @param known - the export without manifest that is being planned: a manifest dropped alone belongs to it
 */
async function sortFiles(files: readonly File[], known?: File): Promise<({ file: File } & Manifests) | string> {
  const manifests: Manifests[] = []
  const data: File[] = []
  for (const file of files) {
    const found = await manifestOf(file)
    if (found) manifests.push(found)
    else data.push(file)
  }
  const [file = manifests.length > 0 ? known : undefined] = data
  if (!file) return manifests.length > 0 ? t('import.onlyManifest') : t('import.noFile')
  if (data.length > 1) return t('import.oneFile')
  return { file, ...manifests[0] }
}

async function manifestOf(file: File): Promise<Manifests | undefined> {
  if (!/\.json$/i.test(file.name) || file.size >= 5_000_000) return undefined
  const text = await file.text()
  const found = { feedback: readManifest(text), classic: readClassicManifest(text) }
  return found.feedback || found.classic ? found : undefined
}

function datasetOf(to: ImportTo): string | undefined {
  return to.kind === 'existing' ? to.dataset.datasetId : undefined
}

/** The message to show for an error. */
function wordsOf(error: unknown): string {
  return error instanceof NetworkError ? t('import.noServer') : reasonOf(error)
}
