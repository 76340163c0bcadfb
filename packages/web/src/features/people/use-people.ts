import { LIMITS } from '@postil/contract/limits'
import { can } from '@postil/domain/permissions'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { fetchInvitations, fetchPeople } from '../../api/account/people.ts'
import { fetchWorkspaces } from '../../api/account/workspaces.ts'
import { showError } from '../../api/error-to-notice.ts'
import { refusalOf } from '../../api/errors.ts'
import { queryKeys } from '../../api/keys.ts'
import { SILENT } from '../../api/query-client.ts'
import { t } from '../../i18n/areas/team/people.ts'
import { toasts } from '../../ui/toast/toast-queue.ts'
import { useUser } from '../session/session.ts'

export interface Workspace {
  id: string
  name: string
}

/** Users, open invitations, and the workspaces to which the user can add others; `isMissing` until all of them are there. */
export function usePeople() {
  const user = useUser()
  // Whoever comes back from sending a link sees who has joined by it.
  const shared = { meta: SILENT, refetchOnWindowFocus: true }
  const people = useQuery({ queryKey: queryKeys.people(), queryFn: fetchPeople, ...shared })
  const invitations = useQuery({ queryKey: queryKeys.invitations(), queryFn: fetchInvitations, ...shared })
  const known = useQuery({ queryKey: queryKeys.workspaces(), queryFn: fetchWorkspaces, ...shared })
  const isMine = ({ name }: { name?: string }) =>
    can(user, 'workspaces.readAll') || user.workspaces.includes(name ?? '')
  const workspaces: Workspace[] = (known.data ?? []).filter(isMine).map(({ id, name }) => ({ id, name }))
  const refetch = () => void Promise.all([people.refetch(), invitations.refetch(), known.refetch()])
  const isMissing = !people.data || !invitations.data || !known.data
  const isError = people.isError || invitations.isError || known.isError
  return { people: people.data ?? [], invitations: invitations.data ?? [], workspaces, isMissing, isError, refetch }
}

interface Change<Given> {
  run: (given: Given) => Promise<unknown>
  /** Message shown on success. */
  message?: string | ((given: Given) => string)
  /**
   * The action of the button in the message.
   *
   * @param isLate - assigned records that people lost by the change have been given back since
   */
  undo?: (given: Given, isLate: boolean) => void
  onDone?: (given: Given) => void
  /** Shown when what is to be changed is no longer there. */
  gone?: string
  /** Topic of the message, which replaces earlier ones about it. */
  about?: string
  /** Shows at its field that a name is taken (409). */
  onTaken?: () => void
  /** It renames a workspace, by whose name classic datasets are listed. */
  isRenaming?: boolean
}

/** A mutation of users or workspaces: on success shows a message and refetches the lists; failures are reported. */
export function useChange<Given = void>(change: Change<Given>) {
  const { run, message, undo, onDone, gone, about, onTaken, isRenaming } = change
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: run,
    meta: SILENT,
    onError: (error) => {
      const status = refusalOf(error)?.status
      if (status === 409 && onTaken) onTaken()
      // The server's message names only the id.
      else if (status === 404) showError(new Error(gone ?? t('people.gone')))
      else showError(error)
    },
    onSuccess: (_, given) => {
      const doneAt = Date.now()
      const isLate = () => Date.now() - doneAt > LIMITS.takeBackSeconds * 1000
      const action = undo && { label: t('people.undo'), run: () => undo(given, isLate()) }
      const text = typeof message === 'function' ? message(given) : message
      if (text) toasts.notify({ type: 'success', message: text, about, action })
      onDone?.(given)
    },
    onSettled: () => {
      const lists = [queryKeys.people(), queryKeys.invitations(), queryKeys.workspaces()]
      return Promise.all([
        ...lists.map((queryKey) => queryClient.invalidateQueries({ queryKey })),
        // An admin may have left a workspace: the page that lists datasets fetches them again.
        queryClient.invalidateQueries({ queryKey: queryKeys.datasets(), refetchType: isRenaming ? 'active' : 'none' }),
      ])
    },
  })
}

/** The message after Undo, which says when something did not come back. */
export function undoneText(text: string, isLate: boolean): string {
  return isLate ? t('people.undone.late', { text }) : text
}
