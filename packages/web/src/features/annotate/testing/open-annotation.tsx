import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter } from 'react-router'
import { expect, vi } from 'vitest'
import { createQueryClient } from '../../../api/query-client.ts'
import { preloadManyLabels } from '../../../form/LabelQuestion.tsx'
import { KeyboardProvider } from '../../../keyboard/KeyboardProvider.tsx'
import { OutboxLink } from '../../../local/OutboxLink.tsx'
import { Router } from '../../../ui/browser/Router.tsx'
import { HeaderPlaces, HeaderPlaceTarget } from '../../../ui/layout/HeaderSlot.tsx'
import { ToastRegion } from '../../../ui/toast/ToastRegion.tsx'
import { toasts } from '../../../ui/toast/toast-queue.ts'
import { type FakeDataset, fakeFeedback } from '../../feedback/testing/fake-feedback.ts'
import { SessionContext } from '../../session/session.ts'
import { AnnotationNews, AnnotationPage } from '../AnnotationPage.tsx'
import { RecordMarks } from '../WorkRecord.tsx'

type FakeServer = ReturnType<typeof fakeFeedback>

/** For tests: open a dataset's annotation view, and wait for its first record or notice. */
export async function openAnnotation(dataset: FakeDataset, query = '') {
  const server = fakeFeedback(dataset)
  return { server, ...(await show(server, query)) }
}

/** Open the dataset again, as after a reload: the page's state is lost, the data stored on the device is kept. */
export async function show(server: FakeServer, query = '') {
  cleanup()
  // Toasts fade out slowly: one of the previous page could be mistaken for a toast of this page.
  toasts.clear()
  await waitFor(() => expect(toasts.getVisible()).toEqual([]))
  const page = (
    <HeaderPlaces>
      <OutboxLink userId={server.user.id} />
      <KeyboardProvider>
        <HeaderPlaceTarget place="saved" />
        <AnnotationPage />
      </KeyboardProvider>
      <ToastRegion />
    </HeaderPlaces>
  )
  await preloadManyLabels()
  await Promise.all([RecordMarks.fetch(), AnnotationNews.fetch()])
  const routes = [
    { path: '/datasets', element: null },
    { path: '/dataset/:id/annotation-mode', element: page },
  ]
  const router = createMemoryRouter(routes, {
    initialEntries: ['/datasets', `/dataset/${server.id}/annotation-mode${query}`],
  })
  const ignore = async () => undefined
  const session = {
    user: server.user,
    status: 'in' as const,
    signIn: ignore,
    signOut: ignore,
    expire: ignore,
    retry: ignore,
  }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SessionContext value={session}>
        <Router router={router} />
      </SessionContext>
    </QueryClientProvider>,
  )
  await screen.findByRole('region', { name: 'Record' })
  return {
    user: userEvent.setup(),
    here: () => router.state.location.pathname + router.state.location.search,
    /** The back button of the browser. */
    goBack: () => act(() => router.navigate(-1)),
  }
}

/** Freeze the clock, so that keys follow each other immediately on a slow machine, too. Events have times of their own. */
export function freezeClock(): void {
  const nowMs = performance.now()
  vi.spyOn(performance, 'now').mockReturnValue(nowMs)
  vi.spyOn(Event.prototype, 'timeStamp', 'get').mockReturnValue(nowMs)
}

/** The text of the record on the screen. */
export const shownText = () => screen.queryByRole('region', { name: 'Fields of the record' })?.textContent ?? ''

/** The group of a question, by its title. */
export const question = (title: string) =>
  within(screen.getByRole('group', { name: (name) => name.replace(/ ?(\*|\(optional\))$/, '') === title }))

/** The values of a question's selected options. */
export const chosen = (title: string) =>
  [
    ...question(title).queryAllByRole('radio', { checked: true }),
    ...question(title).queryAllByRole('checkbox', { checked: true }),
  ].map((option) => option.getAttribute('data-option'))

/** Describes the focused option, card or text box, preceded by the name of its question. */
export function focused(): string {
  const active = document.activeElement
  const name = active?.closest('[data-question]')?.getAttribute('data-question') ?? ''
  const what = active?.getAttribute('data-option') ?? active?.getAttribute('data-card') ?? active?.tagName ?? ''
  return `${name} ${what}`
}

/** The texts of the queue tabs, such as `Pending3`. */
export const tabTexts = () =>
  within(screen.getByRole('tablist', { name: 'Your queues' }))
    .getAllByRole('tab')
    .map((tab) => tab.textContent)
