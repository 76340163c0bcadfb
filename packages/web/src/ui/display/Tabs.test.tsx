import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { Tabs } from './Tabs.tsx'

const TABS = [
  { value: 'one', label: 'One', count: 1200 },
  { value: 'two', label: 'Two', isDisabled: true },
  { value: 'three', label: 'Three' },
  { value: 'four', label: 'Four' },
] as const

function Row() {
  const [value, setValue] = useState<(typeof TABS)[number]['value']>('one')
  return <Tabs label="Queues" tabs={TABS} value={value} onChange={setValue} />
}

const selected = () => screen.getByRole('tab', { selected: true }).textContent

it.each([
  ['{ArrowRight}', 'Three'],
  ['{ArrowRight}{ArrowRight}', 'Four'],
  ['{ArrowRight}{ArrowRight}{ArrowRight}', 'One1,200'],
  ['{ArrowLeft}', 'Four'],
  ['{ArrowLeft}{ArrowLeft}', 'Three'],
  ['{End}', 'Four'],
  ['{End}{Home}', 'One1,200'],
  ['{Shift>}{ArrowRight}{/Shift}', 'One1,200'],
])('the keys %s choose %s, past what is disabled, and the focus goes along', async (keys, expected) => {
  const user = userEvent.setup()
  render(<Row />)
  await user.tab()
  await user.keyboard(keys)
  expect(selected()).toBe(expected)
  expect(document.activeElement).toBe(screen.getByRole('tab', { selected: true }))
  await user.tab()
  expect(document.activeElement).toBe(document.body)
})

it('a press chooses, but not what is disabled', async () => {
  const user = userEvent.setup()
  render(<Row />)
  await user.click(screen.getByRole('tab', { name: 'Four' }))
  expect(selected()).toBe('Four')
  await user.click(screen.getByRole('tab', { name: 'Two' }))
  expect(selected()).toBe('Four')
})
