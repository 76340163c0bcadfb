/**
 * A page of a signed-in owner.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {import('./server.mjs').Server} server
 */
export async function signedInPage(browser, server) {
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } })
  await context.request.post('/api/security/token', {
    form: { username: 'owner', password: 'bench-password' },
    headers: { origin: server.url },
  })
  return context.newPage()
}
