export { queryClient } from '../api/query-client.ts'
