import { afterAll } from 'vitest'

// Test files of the server share their modules; Vitest runs this one for each of them. Loading the server only now leaves tests the time to mock
// parts of it.
afterAll(async () => {
  const { closeServers } = await import('./test-server')
  await closeServers()
})
