import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { QueueNotice } from './QueueNotice.tsx'

const show = (detail: string | undefined) =>
  render(
    <QueueNotice label="Record" drawing="broken" title="Failed" text="Try again." actions={null} detail={detail} />,
  )

it('folds away why the records could not be loaded', () => {
  show('The server did not answer.')
  expect(screen.getByText('The server did not answer.').closest('details')?.open).toBe(false)
})

it('has nothing to unfold without a reason', () => {
  show(undefined)
  expect(document.querySelector('details')).toBeNull()
})
