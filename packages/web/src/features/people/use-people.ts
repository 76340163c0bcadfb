import { can } from '@postil/domain/permissions'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { fetchInvitations, fetchPeople } from '../../api/account/people.ts'
import { fetchWorkspaces } from '../../api/account/workspaces.ts'
import { queryKeys } from '../../api/keys.ts'
import { SILENT } from '../../api/query-client.ts'
import { toasts } from '../../ui/toast/toast-queue.ts'
import { useUser } from '../session/session.ts'

export interface Workspace {
  id: string
  name: string
}

/** Users, open invitations, and the workspaces to which the user can add others. */
export function usePeople() {
  const user = useUser()
  const people = useQuery({ queryKey: queryKeys.people(), queryFn: fetchPeople, meta: SILENT })
  const invitations = useQuery({ queryKey: queryKeys.invitations(), queryFn: fetchInvitations, meta: SILENT })
  const known = useQuery({ queryKey: queryKeys.workspaces(), queryFn: fetchWorkspaces, meta: SILENT })
  const isMine = ({ name }: { name?: string }) =>
    can(user, 'workspaces.readAll') || user.workspaces.includes(name ?? '')
  const workspaces: Workspace[] = (known.data ?? []).filter(isMine).map(({ id, name }) => ({ id, name }))
  const refetch = () => void Promise.all([people.refetch(), invitations.refetch(), known.refetch()])
  const isPending = people.isPending || invitations.isPending || known.isPending
  const isError = people.isError || invitations.isError || known.isError
  return { people: people.data ?? [], invitations: invitations.data ?? [], workspaces, isPending, isError, refetch }
}

interface Change<Given> {
  run: (given: Given) => Promise<unknown>
  /** Message shown on success. */
  message?: string
  undo?: { label: string; run: () => void }
  onDone?: () => void
}

/** A mutation of users or workspaces: on success shows a message and refetches the lists; failures are reported by the query cache. */
export function useChange<Given = void>({ run, message, undo, onDone }: Change<Given>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSuccess: () => {
      if (message) toasts.notify({ type: 'success', message, action: undo })
      onDone?.()
    },
    onSettled: () =>
      Promise.all(
        [queryKeys.people(), queryKeys.invitations(), queryKeys.workspaces()].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  })
}
