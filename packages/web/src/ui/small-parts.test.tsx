import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useBreakpoint } from './browser/media.ts'
import { Button } from './controls/Button.tsx'
import { FieldLabel } from './controls/FieldLabel.tsx'
import { Avatar } from './display/Avatar.tsx'
import { Badge } from './display/Badge.tsx'
import { CodeBlock } from './display/CodeBlock.tsx'
import { middleTruncate } from './display/middle-truncate.ts'
import { PersonAvatar } from './display/PersonAvatar.tsx'
import { Resizer } from './layout/Resizer.tsx'
import { fakeWindowWidth } from './testing/fake-media.ts'

afterEach(() => {
  vi.useRealTimers()
})

describe('sizes', () => {
  it('a badge is 14 px by default [K10]', () => {
    const { container } = render(<Badge />)
    expect(container.querySelector('span')?.style).toMatchObject({ height: '14px', minWidth: '14px' })
  })

  it.each([
    ['small', '34px'],
    ['medium', '45px'],
  ] as const)('a %s avatar is %s and shows two letters of the username [K10]', (size, px) => {
    const { container } = render(<Avatar username="maria" size={size} />)
    expect(container.querySelector('span')?.style).toMatchObject({ width: px, height: px })
    expect(container.querySelector('span')?.dataset.initials).toBe('MA')
  })

  it('an avatar in a list of people has a colour of its own, which is always the same', () => {
    const colourOf = (username: string) =>
      render(<PersonAvatar name="Ana Kovač" username={username} />).container.querySelector('span')?.style.background
    expect(colourOf('ana')).toMatch(/^var\(--entity-[0-7]\)$/)
    expect(colourOf('ana')).toBe(colourOf('ana'))
    const names = Array.from({ length: 50 }, (_, at) => `person-${at}`)
    expect(new Set(names.map(colourOf)).size).toBe(8)
  })

  it.each([
    ['Ana Kovač', 'AK'],
    ['Ana Kovač (ana2)', 'AK'],
    ['María de los Ángeles von Hohenlohe', 'MH'],
    ['ليلى الحسيني', 'لا'],
    ['Sunny 🌈', 'SU'],
    ['🌈', '🌈'],
    ['maria', 'MA'],
  ])('the avatar of %s has the letters %s', (name, letters) => {
    const { container } = render(<PersonAvatar name={name} />)
    expect(container.querySelector('span')?.dataset.initials).toBe(letters)
  })

  it.each([
    [0, 'sm'],
    [449, 'sm'],
    [450, 'md'],
    [1900, 'md'],
    [1901, 'lg'],
    [100_000, 'lg'],
  ] as const)('%i px is %s [R29]', (px, size) => {
    fakeWindowWidth(px)
    expect(renderHook(useBreakpoint).result.current).toBe(size)
    vi.unstubAllGlobals()
  })
})

describe('Button', () => {
  it('says why it cannot be pressed, and does nothing', () => {
    const onPress = vi.fn()
    render(
      <Button disabledReason="Answer the required questions first." onPress={onPress}>
        Submit
      </Button>,
    )
    const button = screen.getByRole('button', { name: 'Submit', description: 'Answer the required questions first.' })
    fireEvent.click(button)
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(onPress).not.toHaveBeenCalled()
  })

  it('tells its keys to screen readers and presses otherwise', () => {
    const onPress = vi.fn()
    render(
      <Button keys={['Mod+S']} onPress={onPress}>
        Save
      </Button>,
    )
    const button = screen.getByRole('button', { name: 'Save' })
    fireEvent.click(button)
    expect(button.getAttribute('aria-keyshortcuts')).toBe('Control+S')
    expect(onPress).toHaveBeenCalledOnce()
  })
})

describe('FieldLabel', () => {
  it('marks required with an asterisk titled "Required response", optional with " (optional)" [V18]', () => {
    render(<FieldLabel need="required">Intent</FieldLabel>)
    expect(screen.getByTitle('Required response').textContent).toBe('*')
    cleanup()
    const { container } = render(<FieldLabel need="optional">Intent</FieldLabel>)
    expect(container.textContent).toBe('Intent (optional)')
  })
})

describe('CodeBlock', () => {
  it('copies its code and confirms it for one second [R27]', async () => {
    vi.useFakeTimers()
    const writeText = vi.fn(async () => undefined)
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
    render(<CodeBlock code="rg.log(records)" />)
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Copy code' })))
    expect(writeText).toHaveBeenCalledWith('rg.log(records)')
    expect(screen.getByRole('status').textContent).toBe('Copied')
    act(() => vi.advanceTimersByTime(999))
    expect(screen.getByRole('status').textContent).toBe('Copied')
    act(() => vi.advanceTimersByTime(1))
    expect(screen.getByRole('status').textContent).toBe('')
  })
})

describe('middleTruncate', () => {
  it.each([
    ['banking', 10, 'banking'],
    ['banking-messages-round-2', 11, 'banki…und-2'],
    ['👩‍🚀👩‍🚀', 100, '👩‍🚀👩‍🚀'],
  ])('%s in %i characters reads %s', (text, chars, expected) => {
    expect(middleTruncate(text, chars)).toBe(expected)
  })

  it('never exceeds the length asked for', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 40 }), (text, chars) => {
        expect([...middleTruncate(text, chars)].length).toBeLessThanOrEqual(chars)
      }),
    )
  })
})

describe('Resizer', () => {
  function show(share: number) {
    const onChange = vi.fn()
    render(
      <div>
        <Resizer share={share} defaultShare={0.6} onChange={onChange} />
      </div>,
    )
    const line = screen.getByRole('separator')
    vi.spyOn(line.parentElement ?? line, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 1600, 900))
    return { line, onChange }
  }

  it.each([
    ['ArrowLeft', 0.5, 0.49],
    ['ArrowRight', 0.5, 0.51],
    ['ArrowLeft', 0.251, 0.25],
    ['ArrowRight', 0.699, 0.7],
    ['Home', 0.5, 0.25],
    ['End', 0.5, 0.7],
    ['Enter', 0.5, 0.6],
  ])('%s at %s moves it to %s: 16 px of 1600, within 25 to 70 percent', (key, share, expected) => {
    const { line, onChange } = show(share)
    fireEvent.keyDown(line, { key })
    expect(onChange).toHaveBeenCalledWith(expect.closeTo(expected, 6))
  })

  it('goes back on a double click', () => {
    const { line, onChange } = show(0.3)
    fireEvent.doubleClick(line)
    expect(onChange).toHaveBeenCalledWith(0.6)
  })
})
