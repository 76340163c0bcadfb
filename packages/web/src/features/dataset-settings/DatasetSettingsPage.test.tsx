import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { FakeReply, type FakeRoute, fakeServer } from '../../api/testing/fake-server.ts'
import { toasts } from '../../ui/toast/toast-queue.ts'
import { goldUrl } from '../feedback/url/gold-url.ts'
import { openPage } from '../session/testing/open-page.tsx'
import { DatasetSettingsPage } from './DatasetSettingsPage.tsx'
import { changeByKey } from './testing/change-option.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  toasts.clear()
})

const times = { inserted_at: '2026-01-01T00:00:00.000000', updated_at: '2026-01-01T00:00:00.000000' }
const DATASET = {
  ...{ id: 'd1', name: 'Messages', guidelines: '**Read** first', allow_extra_metadata: true, status: 'ready' },
  ...{ distribution: { strategy: 'overlap', min_submitted: 1 }, workspace_id: 'w1', last_activity_at: '', ...times },
}
const QUESTION = {
  ...{ id: 'q1', name: 'better', title: 'Write a better one', description: 'Short', required: true, dataset_id: 'd1' },
  ...{ settings: { type: 'text', use_markdown: false }, ...times },
}
const QUEUE = { order: 'mixed', min_submitted: 1, hand_out: 'everyone', others_answers: 'never', gold_percent: 0 }
const FIELD = {
  ...{ id: 'f1', name: 'text', title: 'Text', required: false, dataset_id: 'd1', ...times },
  ...{ settings: { type: 'text', use_markdown: false } },
}

function server(routes: Record<string, FakeRoute> = {}, user = {}) {
  return fakeServer({
    isSignedIn: true,
    user,
    routes: {
      'GET /api/v1/datasets/d1': () => DATASET,
      'GET /api/v1/datasets/d1/queue': () => QUEUE,
      'GET /api/v1/workspaces/w1': () => ({ id: 'w1', name: 'support', ...times }),
      'GET /api/v1/datasets/d1/fields': () => ({ items: [FIELD] }),
      'GET /api/v1/datasets/d1/questions': () => ({ items: [QUESTION] }),
      'GET /api/v1/me/datasets/d1/metadata-properties': () => ({ items: [] }),
      'GET /api/v1/datasets/d1/vectors-settings': () => ({ items: [] }),
      'PATCH /api/v1/questions/q1': ({ body }) => ({ ...QUESTION, ...JSON.parse(body) }),
      ...routes,
    },
  })
}

const names = (name: string) => ({ id: name, name, title: name, dataset_id: 'd1', ...times })
const open = (tab = '') =>
  openPage(`/dataset/d1/settings${tab && `?tab=${tab}`}`, { '/dataset/:id/settings': DatasetSettingsPage })
const question = () => screen.findByRole('region', { name: 'Question better' })
const disabled = (inside: HTMLElement, name: string) =>
  within(inside).getByRole('button', { name }).hasAttribute('disabled')

it('says what was not saved when somebody has deleted it, and loads the dataset again', async () => {
  const gone = () => new FakeReply(404, { detail: 'Question with id `q1` not found' })
  const { calls } = server({ 'PATCH /api/v1/questions/q1': gone })
  const { user } = open('questions')
  const form = within(await question())
  await user.type(form.getByRole('textbox', { name: /^Question title/ }), '?')
  const before = calls.filter(({ path }) => path === '/api/v1/datasets/d1').length
  await user.click(form.getByRole('button', { name: 'Update' }))
  await screen.findByText('Question better not saved: somebody has deleted it, or the dataset.')
  await waitFor(() => expect(calls.filter(({ path }) => path === '/api/v1/datasets/d1').length).toBe(before + 1))
})

it('texts are written in the direction of their language', async () => {
  server()
  open('questions')
  const form = within(await question())
  for (const box of form.getAllByRole('textbox')) expect(box.getAttribute('dir')).toBe('auto')
})

describe('the settings of a feedback dataset', () => {
  it('an annotator reads the guidelines, and nothing else is asked for [R10, P1]', async () => {
    const { calls } = server({}, { role: 'annotator' })
    open()
    const guidelines = await screen.findByRole('region', { name: 'Guidelines' })
    await waitFor(() => expect(within(guidelines).getByText('Read').tagName).toBe('STRONG'))
    expect(screen.getByRole('heading', { level: 1, name: 'Guidelines' })).toBeTruthy()
    expect(screen.queryByText(/settings/i)).toBeNull()
    expect(screen.queryByRole('tab')).toBeNull()
    const asked = calls.map((call) => call.path).filter((path) => path.includes('/datasets/d1'))
    expect(asked).toEqual(['/api/v1/datasets/d1'])
  })

  it('an admin gets every part, the open one in the address [R10, P1]', async () => {
    const { calls } = server()
    const { here, user } = open('fields')
    expect((await screen.findAllByRole('tab')).map((tab) => tab.textContent)).toEqual([
      'Info',
      'Fields',
      'Questions',
      'Metadata',
      'Vectors',
      'Agreement',
      'Danger zone',
    ])
    expect(await screen.findByRole('region', { name: 'Field text' })).toBeTruthy()
    await user.click(screen.getByRole('tab', { name: 'Vectors' }))
    expect(await screen.findByText('This dataset has no vectors.')).toBeTruthy()
    expect(here()).toBe('/dataset/d1/settings?tab=vectors')
    expect(calls.map((call) => call.path)).toContain('/api/v1/me/datasets/d1/metadata-properties')
  })
})

it('shows the labels of a question about marks in its preview, though there is no text', async () => {
  const options = ['person', 'place'].map((value) => ({ value, text: value, description: null }))
  const settings = { type: 'span', field: 'text', options, visible_options: null, allow_overlapping: false }
  server({ 'GET /api/v1/datasets/d1/questions': () => ({ items: [{ ...QUESTION, settings }] }) })
  open('questions')
  const preview = within(await screen.findByRole('region', { name: 'Preview of better' }))
  expect(await preview.findByRole('checkbox', { name: 'person' })).toBeTruthy()
  expect(preview.queryByText(/has no text/)).toBeNull()
})

it('has the edits back that could not be saved because the session was over, for the same user only', async () => {
  let isOver = true
  const over = new FakeReply(401, { detail: { code: 'argilla.api.errors::UnauthorizedError' } })
  const routes = { 'GET /api/v1/datasets/d1/questions': () => (isOver ? over : { items: [QUESTION] }) }
  const title = async () => within(await question()).getByRole<HTMLInputElement>('textbox', { name: /^Question title/ })
  const begin = (user = {}) => {
    cleanup()
    server(routes, user)
    isOver = false
    return open('questions').user
  }
  const user = begin()
  await user.type(await title(), ', please')
  isOver = true
  await user.click(within(await question()).getByRole('button', { name: 'Update' }))
  await waitFor(() => expect(sessionStorage.length).toBe(1))
  begin({ id: 'u2' })
  expect((await title()).value).toBe(QUESTION.title)
  begin()
  expect((await title()).value).toBe(`${QUESTION.title}, please`)
  await screen.findByText(/^What you had changed here when your session ended is back/)
  expect(disabled(await question(), 'Update')).toBe(false)
  begin()
  expect((await title()).value).toBe(QUESTION.title)
})

it('tells how many gold records there are, and leads to them', async () => {
  const scope = { entity: 'record', property: 'gold' }
  const values = ['gold', 'ordinary'].map((value, at) => ({ value, count: 3 + at }))
  server({
    'POST /api/v1/me/datasets/d1/records/facets': ({ body }) => {
      expect(JSON.parse(body)).toMatchObject({ facets: [{ scope }] })
      return { total: 7, facets: [{ type: 'terms', scope, values, has_more: false }] }
    },
  })
  open()
  const part = within(await screen.findByRole('region', { name: 'Gold records' }))
  await part.findByText(/^The dataset has 3 gold records\./)
  expect(part.getByRole('link', { name: 'Show the gold records' }).getAttribute('href')).toBe(goldUrl('d1'))
})

it.each([
  ['admin', 'metadata', 'This dataset has no metadata properties.', 'leading'],
  ['admin', 'vectors', 'This dataset has no vectors.', 'leading'],
  ['annotator', '', 'This dataset has no guidelines yet.', 'annotating'],
])('with nothing on a tab, %s, %s: links to the guide', async (role, tab, text, guide) => {
  server({ 'GET /api/v1/datasets/d1': () => ({ ...DATASET, guidelines: null }) }, { role })
  open(tab)
  const notice = await screen.findByText(text)
  expect(within(notice).getByRole('link', { name: 'Read how it works' }).getAttribute('href')).toBe(`/guides/${guide}`)
})

describe('a draft', () => {
  const draft = { ...DATASET, status: 'draft' }

  it.each([['owner'], ['admin']])('can be published by an %s', async (role) => {
    const { calls } = server(
      { 'GET /api/v1/datasets/d1': () => draft, 'PUT /api/v1/datasets/d1/publish': () => DATASET },
      { role },
    )
    const { user } = open()
    const part = within(await screen.findByRole('region', { name: 'This dataset is a draft' }))
    await user.click(part.getByRole('button', { name: 'Publish' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'This dataset is a draft' })).toBeNull())
    expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(1)
  })

  it('says what stands against it, and can be tried again', async () => {
    const reason = 'Dataset cannot be published without required fields'
    let isMended = false
    server({
      'GET /api/v1/datasets/d1': () => draft,
      'PUT /api/v1/datasets/d1/publish': () => (isMended ? DATASET : new FakeReply(422, { detail: reason })),
    })
    const { user } = open()
    const part = within(await screen.findByRole('region', { name: 'This dataset is a draft' }))
    await user.click(part.getByRole('button', { name: 'Publish' }))
    await waitFor(() => expect(part.getByRole('alert').textContent).toBe(reason))
    isMended = true
    await user.click(part.getByRole('button', { name: 'Publish' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'This dataset is a draft' })).toBeNull())
  })

  it.each([
    ['a dataset that is published', DATASET, 'owner'],
    ['an annotator', draft, 'annotator'],
  ])('is no matter for %s', async (_, dataset, role) => {
    server({ 'GET /api/v1/datasets/d1': () => dataset }, { role })
    open()
    await screen.findByRole('heading', { name: 'Guidelines' })
    expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull()
  })
})

describe('answers per record', () => {
  it('are counted, and completed records handed out or not, both saved together', async () => {
    const { calls } = server({
      'PUT /api/v1/datasets/d1/queue': ({ body }) => ({ ...QUEUE, ...JSON.parse(body) }),
    })
    const { user } = open()
    const part = within(await screen.findByRole('region', { name: 'Answers per record' }))
    const number = part.getByRole('textbox', { name: 'Submitted answers that complete a record' })
    const box = part.getByRole('checkbox', { name: 'Do not hand out completed records' })
    expect(box).toHaveProperty('checked', false)
    await user.clear(number)
    await user.type(number, '0')
    expect(await part.findByText('Enter a whole number above zero.')).toBeTruthy()
    await user.clear(number)
    await user.type(number, '2')
    await user.click(part.getByRole('button', { name: 'Update' }))
    await waitFor(() => expect(part.getByRole('button', { name: 'Update' }).hasAttribute('disabled')).toBe(true))
    const saved = calls.filter(({ method }) => method === 'PUT').map(({ body }) => JSON.parse(body))
    expect(saved).toEqual([{ min_submitted: 2, hand_out: 'until_completed', others_answers: 'never' }])
    expect(box).toHaveProperty('checked', true)
    expect(part.queryByText(/^Ticked for you/)).toBeNull()
  })

  it('limit the hand-out as soon as the number is raised, which the form says and the user may undo', async () => {
    server()
    const { user } = open()
    const part = within(await screen.findByRole('region', { name: 'Answers per record' }))
    const number = part.getByRole('textbox', { name: 'Submitted answers that complete a record' })
    const box = part.getByRole('checkbox', { name: 'Do not hand out completed records' })
    await user.clear(number)
    await user.type(number, '2')
    expect(box).toHaveProperty('checked', true)
    expect(part.getByText(/^Ticked for you, so that each record gets 2 answers and not more/)).toBeTruthy()
    await user.clear(number)
    await user.type(number, '1')
    expect(box).toHaveProperty('checked', false)
    await user.clear(number)
    await user.type(number, '2')
    await user.click(box)
    expect(part.getByText(/^Without this, everybody still gets every record/)).toBeTruthy()
    await user.type(number, '0')
    expect(number).toHaveProperty('value', '20')
    expect(box).toHaveProperty('checked', false)
  })

  it('say that everybody gets every record where a higher number is all that is set', async () => {
    server({ 'GET /api/v1/datasets/d1/queue': () => ({ ...QUEUE, min_submitted: 2 }) })
    open()
    const part = within(await screen.findByRole('region', { name: 'Answers per record' }))
    expect(part.getByRole('checkbox', { name: 'Do not hand out completed records' })).toHaveProperty('checked', false)
    expect(part.getByText(/^Without this, everybody still gets every record/)).toBeTruthy()
  })
})

describe('an item', () => {
  it('rests until changed; Cancel restores, Update saves and becomes the new original [T16]', async () => {
    const { calls } = server()
    const { user } = open('questions')
    const form = await question()
    const title = within(form).getByRole('textbox', { name: /Question title/ })
    expect([disabled(form, 'Cancel'), disabled(form, 'Update')]).toEqual([true, true])
    await user.type(title, ' X')
    expect([disabled(form, 'Cancel'), disabled(form, 'Update')]).toEqual([false, false])
    expect(within(form).getByRole('heading', { name: /Write a better one X/ })).toBeTruthy()
    await user.click(within(form).getByRole('button', { name: 'Cancel' }))
    expect(title).toHaveProperty('value', 'Write a better one')
    await user.type(title, ' Y{Enter}')
    expect(await screen.findByText('Question better saved')).toBeTruthy()
    const [sent] = calls.filter((call) => call.method === 'PATCH')
    expect(JSON.parse(sent?.body ?? '')).toEqual({
      title: 'Write a better one Y',
      description: 'Short',
      settings: { type: 'text', use_markdown: false },
    })
    expect(title).toHaveProperty('value', 'Write a better one Y')
    expect([disabled(form, 'Cancel'), disabled(form, 'Update')]).toEqual([true, true])
  })

  it.each([
    ['questions', 'Question better', 'Question title', ' ', 'Question is not valid for update'],
    ['fields', 'Field text', 'Field title', 'x'.repeat(501), 'Field is not valid for update'],
    ['metadata', 'Metadata property topic', 'Property title', 'x'.repeat(501), 'Metadata is not valid for update'],
    ['vectors', 'Vector meaning', 'Vector title', 'x'.repeat(501), 'Vector is not valid for update'],
  ])('on the tab %s that is not valid is refused in words [V2, V8]', async (tab, name, title, typed, words) => {
    const property = { ...names('topic'), visible_for_annotators: true, settings: { type: 'terms', values: null } }
    const { calls } = server({
      'GET /api/v1/me/datasets/d1/metadata-properties': () => ({ items: [property] }),
      'GET /api/v1/datasets/d1/vectors-settings': () => ({ items: [{ ...names('meaning'), dimensions: 3 }] }),
    })
    const { user } = open(tab)
    const form = await screen.findByRole('region', { name })
    const input = within(form).getByRole('textbox', { name: new RegExp(`^${title}`) })
    await user.clear(input)
    await user.click(input)
    await user.paste(typed)
    expect(within(form).getByRole('status').textContent).toBe(words)
    expect(disabled(form, 'Update')).toBe(true)
    await user.keyboard('{Enter}')
    expect(calls.filter((call) => call.method === 'PATCH')).toEqual([])
    await user.click(within(form).getByRole('button', { name: 'Cancel' }))
    expect(within(form).getByRole('status').textContent).toBe('')
  })

  it('that is not valid says so under it, and cannot be sent [V1]', async () => {
    const { calls } = server()
    const { user } = open('questions')
    const form = await question()
    await user.clear(within(form).getByRole('textbox', { name: /Question title/ }))
    expect(within(form).getByText('This field is required.')).toBeTruthy()
    expect([disabled(form, 'Cancel'), disabled(form, 'Update')]).toEqual([false, true])
    await user.keyboard('{Enter}')
    expect(calls.filter((call) => call.method === 'PATCH')).toEqual([])
  })

  it('keeps what was typed when saving fails [T16]', async () => {
    server({ 'PATCH /api/v1/questions/q1': () => new FakeReply(403, { detail: 'Operation not permitted' }) })
    const { user } = open('questions')
    const form = await question()
    const title = within(form).getByRole('textbox', { name: /Question title/ })
    await user.type(title, ' X{Enter}')
    expect(await screen.findByText('Error: Operation not permitted')).toBeTruthy()
    expect(title).toHaveProperty('value', 'Write a better one X')
    expect(disabled(form, 'Update')).toBe(false)
  })

  it('keeps what is typed while it is being saved, and saves that with the next Update', async () => {
    const replies: (() => void)[] = []
    let saved = QUESTION
    const { calls } = server({
      'GET /api/v1/datasets/d1/questions': () => ({ items: [saved] }),
      'PATCH /api/v1/questions/q1': async ({ body }) => {
        await new Promise<void>((resolve) => replies.push(resolve))
        saved = { ...saved, ...JSON.parse(body) }
        return saved
      },
    })
    const { user } = open('questions')
    const form = await question()
    const title = within(form).getByRole('textbox', { name: /Question title/ })
    await user.type(title, ' X{Enter}')
    await waitFor(() => expect(replies).toHaveLength(1))
    await user.type(title, 'Y')
    replies[0]?.()
    expect(await screen.findByText('Question better saved')).toBeTruthy()
    expect(title).toHaveProperty('value', 'Write a better one XY')
    expect(disabled(form, 'Update')).toBe(false)
    await user.type(title, '{Enter}')
    await waitFor(() => expect(replies).toHaveLength(2))
    replies[1]?.()
    await waitFor(() => expect(disabled(form, 'Update')).toBe(true))
    expect(calls.filter(({ method }) => method === 'PATCH').map(({ body }) => JSON.parse(body).title)).toEqual([
      'Write a better one X',
      'Write a better one XY',
    ])
  })

  it.each(['Cancel', 'Update'])('keeps the focus when %s is pressed by key, which disables it', async (name) => {
    server()
    const { user } = open('questions')
    const form = await question()
    await user.type(within(form).getByRole('textbox', { name: /Question title/ }), ' X')
    within(form).getByRole('button', { name }).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(disabled(form, 'Update')).toBe(true))
    expect(document.activeElement).toBe(form)
  })

  it('cannot be sent without a connection, and says why', async () => {
    server()
    const { user } = open('questions')
    const form = await question()
    await user.type(within(form).getByRole('textbox', { name: /Question title/ }), ' X')
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    act(() => void window.dispatchEvent(new Event('offline')))
    const update = within(form).getByRole('button', { name: 'Update' })
    expect(update.getAttribute('aria-disabled')).toBe('true')
    expect(update.title).toMatch(/You are offline/)
    online.mockRestore()
    act(() => void window.dispatchEvent(new Event('online')))
    expect(update.getAttribute('aria-disabled')).toBeNull()
  })

  it('empty guidelines are sent as null [V6]', async () => {
    const { calls } = server({ 'PATCH /api/v1/datasets/d1': () => ({ ...DATASET, guidelines: null }) })
    const { user } = open()
    await user.clear(await screen.findByRole('textbox', { name: 'Guidelines' }))
    await user.click(within(screen.getByRole('region', { name: 'Guidelines' })).getByRole('button', { name: 'Update' }))
    expect(await screen.findByText('Guidelines saved')).toBeTruthy()
    expect(calls.find((call) => call.method === 'PATCH')?.body).toBe('{"guidelines":null}')
  })
})

describe('changes that are not saved', () => {
  async function edit() {
    const fake = server()
    const page = open('questions')
    await page.user.type(within(await question()).getByRole('textbox', { name: /Question title/ }), ' X')
    await page.user.click(screen.getByRole('tab', { name: 'Fields' }))
    return { ...fake, ...page }
  }

  it('survive a look at another tab, whose mark tells of them', async () => {
    const { user } = await edit()
    await user.click(screen.getByRole('tab', { name: 'Questions, changed' }))
    const title = within(await question()).getByRole('textbox', { name: /Question title/ })
    expect(title).toHaveProperty('value', 'Write a better one X')
  })

  it('hold the page back: staying leads to the first of them', async () => {
    const { here, router, user } = await edit()
    await act(() => router.navigate('/datasets'))
    const dialog = await screen.findByRole('alertdialog')
    expect(within(dialog).getByText('Question better')).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Stay here' }))
    expect(here()).toBe('/dataset/d1/settings?tab=questions')
  })

  it.each([
    ['Discard and leave', 0],
    ['Save all and leave', 1],
  ])('%s', async (button, saves) => {
    const { calls, here, router, user } = await edit()
    await act(() => router.navigate('/datasets'))
    await user.click(await screen.findByRole('button', { name: button }))
    await waitFor(() => expect(here()).toBe('/datasets'))
    expect(calls.filter((call) => call.method === 'PATCH')).toHaveLength(saves)
  })
})

describe('what somebody else has saved since the page was opened', () => {
  const THEIRS = '**Read** twice'

  /** Guidelines that are edited here, and of which the server has others by now. */
  async function edit() {
    let saved = DATASET
    const fake = server({
      'GET /api/v1/datasets/d1': () => saved,
      'PATCH /api/v1/datasets/d1': ({ body }) => {
        saved = { ...saved, ...JSON.parse(body) }
        return saved
      },
    })
    const page = open()
    const form = await screen.findByRole('region', { name: 'Guidelines' })
    const text = within(form).getByRole('textbox', { name: 'Guidelines' })
    await page.user.type(text, ' and mine')
    saved = { ...DATASET, guidelines: THEIRS }
    const patches = () => fake.calls.filter(({ method }) => method === 'PATCH').map(({ body }) => JSON.parse(body))
    const press = (name: string) => page.user.click(within(form).getByRole('button', { name }))
    return { ...page, form, text, patches, press }
  }

  it('is shown instead of replaced; Update replaces it then', async () => {
    const { form, patches, press } = await edit()
    await press('Update')
    const told = await within(form).findByRole('alert')
    expect(told.textContent).toMatch(/^Not saved yet: somebody else has saved this in the meantime\./)
    expect(within(told).getByText(THEIRS)).toBeTruthy()
    expect(patches()).toEqual([])
    await press('Update')
    expect(await screen.findByText('Guidelines saved')).toBeTruthy()
    expect(patches()).toEqual([{ guidelines: '**Read** first and mine' }])
    expect(within(form).queryByRole('alert')).toBeNull()
  })

  it('takes the place of what was typed here with Cancel', async () => {
    const { form, text, patches, press } = await edit()
    await press('Update')
    await within(form).findByRole('alert')
    await press('Cancel')
    expect(text).toHaveProperty('value', THEIRS)
    expect(within(form).queryByRole('alert')).toBeNull()
    expect(patches()).toEqual([])
  })

  it('keeps the page when everything is to be saved before leaving', async () => {
    const { here, router, user, form, patches } = await edit()
    await user.click(screen.getByRole('tab', { name: 'Fields' }))
    await act(() => router.navigate('/datasets'))
    await user.click(await screen.findByRole('button', { name: 'Save all and leave' }))
    expect(await within(form).findByText(THEIRS)).toBeTruthy()
    expect(here()).toBe('/dataset/d1/settings')
    expect(patches()).toEqual([])
  })

  it('stays where only other values of the same form were edited here', async () => {
    let queue = QUEUE
    const { calls } = server({
      'GET /api/v1/datasets/d1/queue': () => queue,
      'PUT /api/v1/datasets/d1/queue': ({ body }) => ({ ...queue, ...JSON.parse(body) }),
    })
    const { user } = open()
    const part = within(await screen.findByRole('region', { name: 'Answers per record' }))
    await user.click(part.getByRole('checkbox', { name: 'Show annotators the answers of others after their own' }))
    queue = { ...QUEUE, min_submitted: 3, hand_out: 'until_completed' }
    await user.click(part.getByRole('button', { name: 'Update' }))
    await waitFor(() => expect(calls.some(({ method }) => method === 'PUT')).toBe(true))
    expect(JSON.parse(calls.find(({ method }) => method === 'PUT')?.body ?? '')).toEqual({
      ...{ min_submitted: 3, hand_out: 'until_completed', others_answers: 'after_answering' },
    })
    expect(part.queryByRole('alert')).toBeNull()
  })
})

it('deleting the dataset leads to the list, whatever was being edited [C10, X9]', async () => {
  server({ 'DELETE /api/v1/datasets/d1': () => DATASET })
  const { here, user } = open('questions')
  await user.type(within(await question()).getByRole('textbox', { name: /Question title/ }), ' X')
  await user.click(screen.getByRole('tab', { name: 'Danger zone' }))
  await user.click(screen.getByRole('button', { name: 'Delete…' }))
  await user.type(await screen.findByRole('textbox', { name: 'Type Messages to confirm' }), 'Messages{Enter}')
  await waitFor(() => expect(here()).toBe('/datasets'))
  expect(await screen.findByText('Messages has been deleted')).toBeTruthy()
})

describe('the options of a question', () => {
  const option = (value: string, text = value) => ({ value, text, description: null })
  const settings = { type: 'label_selection', options: [option('a', 'An A'), option('b')], visible_options: null }
  const touched = {
    records: 3,
    annotations: 0,
    predictions: 0,
    rules: 0,
    submitted: 2,
    drafts: 1,
    discarded: 0,
    suggestions: 0,
    resolutions: 0,
  }
  function world(more: Record<string, unknown> = {}) {
    const asked: { path: string; body: unknown }[] = []
    const answer =
      (path: string, reply: unknown): FakeRoute =>
      ({ body }) => {
        asked.push({ path, body: JSON.parse(body) })
        return reply
      }
    server({
      'GET /api/v1/datasets/d1/questions': () => ({ items: [{ ...QUESTION, settings: { ...settings, ...more } }] }),
      'POST /api/v1/questions/q1/options:preview': answer('preview', touched),
      'POST /api/v1/questions/q1/options:change': answer('change', {
        id: 'c1',
        state: 'done',
        touched,
        inserted_at: '',
      }),
      'POST /api/v1/questions/q1/options:undo': answer('undo', { id: 'c1', state: 'undone', touched, inserted_at: '' }),
    })
    const { user } = open('questions')
    const choose = async (name: string, item: string) => {
      await user.click(await screen.findByRole('button', { name: `Change ${name}` }))
      await user.click(await screen.findByRole('menuitem', { name: item }))
    }
    return { user, asked, choose }
  }

  it('have a text that can change without touching answers, and a value that is written into them', async () => {
    const { user, asked, choose } = world()
    await choose('An A', 'Rename…')
    const dialog = within(await screen.findByRole('dialog'))
    const text = dialog.getByRole('textbox', { name: 'Shown as' })
    await user.type(text, '!')
    expect(await dialog.findByText('This changes only what people see. No answer is touched.')).toBeTruthy()
    const value = dialog.getByRole('textbox', { name: 'Value in answers' })
    await user.type(value, '2')
    expect(await dialog.findByText('This renames it in 2 submitted answers and 1 draft.')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Rename' }))
    expect(await screen.findByText(/is now “An A!”/)).toBeTruthy()
    expect(asked.at(-1)).toEqual({ path: 'change', body: { kind: 'rename', value: 'a', to: 'a2', text: 'An A!' } })
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(asked.at(-1)).toEqual({ path: 'undo', body: { id: 'c1' } }))
  })

  it.each([
    ['the value of another one, which it cannot have', 'Value in answers', /^“A B” is there already/, true],
    ['the text of another one, which people could not tell apart', 'Shown as', /^Another option is shown as “/, false],
  ])('that gets %s can be merged into it in place', async (_, box, told, isRefused) => {
    const { user, asked, choose } = world({ options: [option('a', 'An A'), option('b', 'A B')] })
    await choose('An A', 'Rename…')
    const dialog = within(await screen.findByRole('dialog'))
    const field = dialog.getByRole('textbox', { name: box })
    await user.clear(field)
    await user.type(field, box === 'Shown as' ? 'A B' : 'b')
    expect(dialog.getByText(told)).toBeTruthy()
    expect(dialog.getByRole('button', { name: 'Rename' })).toHaveProperty('disabled', isRefused)
    await user.click(dialog.getByRole('button', { name: 'Merge into “A B”…' }))
    expect(await screen.findByRole('dialog', { name: 'Merge “An A” into another' })).toBeTruthy()
    expect(document.activeElement?.textContent).toBe('A B')
    expect(await dialog.findByText('This replaces it by “b” in 2 submitted answers and 1 draft.')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Merge' }))
    await waitFor(() =>
      expect(asked.at(-1)).toEqual({ path: 'change', body: { kind: 'merge', value: 'a', into: 'b' } }),
    )
  })

  it.each([
    ['Rename…', 'Change a2', [option('a2'), option('b')], []],
    ['Retire…', 'Change b', [option('b')], [option('a', 'An A')]],
  ])('keep the focus in the place of the option after %s', async (item, focused, options, retired_options) => {
    let now: object = settings
    server({
      'GET /api/v1/datasets/d1/questions': () => ({ items: [{ ...QUESTION, settings: now }] }),
      'POST /api/v1/questions/q1/options:preview': () => touched,
      'POST /api/v1/questions/q1/options:change': () => {
        now = { ...settings, options, retired_options }
        return { id: 'c1', state: 'done', touched, inserted_at: '' }
      },
    })
    const { user } = open('questions')
    await changeByKey(user, 'An A', item, 'Value in answers', '2')
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(focused))
  })

  it('are added one a line, and retired ones are offered again', async () => {
    const { user, asked, choose } = world({ retired_options: [option('old', 'Old one')] })
    await user.click(await screen.findByRole('button', { name: 'Add options' }))
    await user.type(screen.getByRole('textbox', { name: 'New options' }), 'c{Shift>}{Enter}{/Shift}d')
    const preview = within(screen.getByRole('list', { name: 'To be added' })).getAllByRole('listitem')
    expect(preview.map((chip) => chip.textContent)).toEqual(['c', 'd'])
    await user.click(screen.getByRole('button', { name: 'Add 2 options' }))
    await waitFor(() => expect(asked.at(-1)?.body).toEqual({ kind: 'add', options: [{ value: 'c' }, { value: 'd' }] }))
    expect(within(screen.getByRole('list', { name: 'No longer offered' })).getByText('Old one')).toBeTruthy()
    await choose('Old one', 'Offer again')
    await waitFor(() => expect(asked.at(-1)?.body).toEqual({ kind: 'restore', value: 'old' }))
  })

  it('that differ only in case are pointed out, in the list and before one is added', async () => {
    const { user } = world({ options: [option('a', 'Card'), option('b', 'card'), option('c', 'Rate')] })
    expect(await screen.findByText(/^“Card” \/ “card” differ only in upper and lower case,/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Add options' }))
    await user.type(screen.getByRole('textbox', { name: 'New options' }), 'rate')
    expect(screen.getByText(/^“Rate” \/ “rate” differ only/)).toBeTruthy()
  })

  it('of a ranking can be renamed and moved only', async () => {
    const { user } = world({ type: 'ranking' })
    await user.click(await screen.findByRole('button', { name: 'Change An A' }))
    const items = (await screen.findAllByRole('menuitem')).map((item) => item.textContent)
    expect(items).toEqual(['Rename…', 'Move back'])
    expect(screen.queryByRole('button', { name: 'Add options' })).toBeNull()
    await user.click(screen.getByRole('menuitem', { name: 'Rename…' }))
    await user.clear(await screen.findByRole('textbox', { name: 'Value in answers' }))
    await user.type(screen.getByRole('textbox', { name: 'Value in answers' }), 'b')
    expect(screen.getByText(/is there already/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Merge into/ })).toBeNull()
  })
})
