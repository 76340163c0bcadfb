import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { RecordPicture } from './RecordText.tsx'

const ADDRESS = 'https://pictures.example/cat.png'

afterEach(() => vi.unstubAllGlobals())

function show(url: string, hosts: readonly string[]) {
  vi.stubGlobal('fetch', async () => Response.json({ argilla: {}, image_hosts: hosts }))
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RecordPicture url={url} />
    </QueryClientProvider>,
  )
}

it('shows a data URL at once', () => {
  const url = 'data:image/gif;base64,R0lGODlhAQABAAAAACw='
  show(url, [])
  expect(screen.getByRole('img').getAttribute('src')).toBe(url)
})

it.each([
  ['no host is allowed', ADDRESS, []],
  ['another host is allowed', ADDRESS, ['other.example', '*.pictures.example', 'ictures.example']],
  ['it does not come over https', ADDRESS.replace('https', 'http'), ['pictures.example']],
  ['it comes from another port', ADDRESS.replace('.example', '.example:8443'), ['pictures.example']],
])('is a link to the picture when %s', async (_, url, hosts) => {
  show(url, hosts)
  const link = await screen.findByRole('link')
  // Wait for the server's list of allowed hosts.
  await new Promise((resolve) => setTimeout(resolve))
  expect(screen.queryByRole('button')).toBeNull()
  expect(link.getAttribute('href')).toBe(url)
  expect(link.getAttribute('rel')).toBe('noopener noreferrer')
})

it.each([
  [ADDRESS, 'pictures.example'],
  ['https://a.b.cdn.example/1.png', '*.cdn.example'],
])('shows %s, from an allowed host, when it is asked for', async (url, host) => {
  show(url, [host])
  const button = await screen.findByRole('button', { name: `Show the picture from ${new URL(url).host}` })
  expect(screen.queryByRole('img')).toBeNull()
  fireEvent.click(button)
  const picture = screen.getByRole('img')
  expect(picture.getAttribute('src')).toBe(url)
  fireEvent.error(picture)
  expect(screen.getByRole('link').getAttribute('href')).toBe(url)
})

it('shows nothing for what is no address of a picture', () => {
  show('javascript:alert(1)', ['*.example'])
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.queryByRole('img')).toBeNull()
})
