import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ListChecks, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeWindowWidth } from '../testing/fake-media.ts'
import { DefaultLayout, GridLayout, OneColumn, TopBarOneColumn, TopBarSidebar, TopBarTwoColumns } from './layouts.tsx'
import { Sidebar } from './Sidebar.tsx'

beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

const onRefresh = vi.fn()

function Rail() {
  const [openId, setOpenId] = useState<string>()
  return (
    <Sidebar
      openId={openId}
      onOpenChange={setOpenId}
      items={[
        { id: 'progress', label: 'Progress', icon: ListChecks, panel: <p>31.4%</p> },
        { id: 'refresh', label: 'Refresh', icon: RefreshCw, onPress: onRefresh },
      ]}
    />
  )
}

const width = () => screen.getByRole('complementary').style.width

describe('Sidebar', () => {
  it('is 70 px, and 350 px with an open panel on screens wider than 1100 px [R16]', async () => {
    fakeWindowWidth(1101)
    render(<Rail />)
    expect(width()).toBe('70px')
    await userEvent.click(screen.getByRole('button', { name: 'Progress' }))
    expect(width()).toBe('350px')
    expect(screen.getByText('31.4%')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Progress' }))
    expect(width()).toBe('70px')
    expect(screen.queryByText('31.4%')).toBeNull()
  })

  it('stays 70 px with an open panel on screens of 1100 px and less: the panel lies over [R16]', async () => {
    const view = fakeWindowWidth(1100)
    render(<Rail />)
    await userEvent.click(screen.getByRole('button', { name: 'Progress' }))
    expect(width()).toBe('70px')
    expect(screen.getByText('31.4%')).toBeTruthy()
    act(() => view.resize(1400))
    expect(width()).toBe('350px')
  })

  it('runs what a button without a panel does', async () => {
    fakeWindowWidth(1400)
    render(<Rail />)
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
    expect(onRefresh).toHaveBeenCalledOnce()
    expect(width()).toBe('70px')
  })
})

describe('layouts', () => {
  beforeEach(() => {
    fakeWindowWidth(1440)
  })

  it.each([
    ['header and one column', <OneColumn key="1">column</OneColumn>, ['column']],
    [
      'header, top bar and one column',
      <TopBarOneColumn key="2" topBar="bar">
        column
      </TopBarOneColumn>,
      ['bar', 'column'],
    ],
    [
      'header, top bar and two columns',
      <TopBarTwoColumns key="3" topBar="bar" left="left" right="right" storageKey="postil.split" />,
      ['bar', 'left', 'right'],
    ],
    [
      'header, top bar and sidebar',
      <TopBarSidebar key="4" topBar="bar" sidebar={<aside>rail</aside>}>
        column
      </TopBarSidebar>,
      ['bar', 'column', 'rail'],
    ],
    ['default', <DefaultLayout key="5">alone</DefaultLayout>, ['alone']],
    [
      'grid with header and centre',
      <GridLayout key="6" header="head">
        centre
      </GridLayout>,
      ['head', 'centre'],
    ],
  ])('%s: its parts in their order [R15]', (_, layout, parts) => {
    const { container } = render(layout)
    expect(container.textContent).toBe(parts.join(''))
  })

  it('remembers where the reader drew the line between two columns', async () => {
    const two = <TopBarTwoColumns topBar="" left="left" right="right" storageKey="postil.split" />
    render(two)
    screen.getByRole('separator').focus()
    await userEvent.keyboard('{End}')
    cleanup()
    render(two)
    expect(screen.getByRole('separator').getAttribute('aria-valuenow')).toBe('70')
  })

  it('has no line to drag where the columns stack', () => {
    fakeWindowWidth(800)
    render(<TopBarTwoColumns topBar="" left="left" right="right" storageKey="postil.split" />)
    expect(screen.queryByRole('separator')).toBeNull()
  })
})
