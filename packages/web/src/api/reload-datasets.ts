import type { QueryClient } from '@tanstack/react-query'

/**
 * Load the lists of datasets and the open dataset again, since something of it is gone: the page then shows what is left. Their failures
 * are shown by the page itself, never by a toast.
 */
export function reloadDatasets(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isOfDatasets(queryKey) })
}

/** The lists, and a dataset itself, not its parts (keys.ts). */
function isOfDatasets({ 0: kind, length }: readonly unknown[]): boolean {
  return kind === 'datasets' || (kind === 'dataset' && length === 2) || (kind === 'task-dataset' && length === 3)
}
