import { Info, Settings2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/overlays/Menu.tsx'
import { Popover } from '../../ui/overlays/Popover.tsx'
import { Tooltip } from '../../ui/overlays/Tooltip.tsx'
import { type ToastType, toasts } from '../../ui/toast/toast-queue.ts'
import { Sample } from './Sample.tsx'

const TOASTS: Record<ToastType, string> = {
  success: '3 records are validated',
  info: 'You have answered every pending record.',
  warning: 'Pending actions will be lost when the page is refreshed',
  error: 'Error: the server did not answer',
}

export function OverlaySamples() {
  const [isOpen, setOpen] = useState(false)
  return (
    <Sample name="Menu, popover, tooltip, dialog, toasts">
      <Menu label="Row actions" trigger={<IconButton icon={Settings2} label="Row actions" />}>
        <MenuItem icon={Settings2} keys="Mod+S">
          Settings
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Trash2} isDanger>
          Delete
        </MenuItem>
      </Menu>
      <Popover label="Filter" trigger={<Button>Filters</Button>}>
        <p>A small sheet at a button.</p>
      </Popover>
      <Tooltip label="About this question" trigger={<IconButton icon={Info} label="Explain the question" />}>
        Choose the one intent that would solve the problem. If two fit, take the one the customer names first.
      </Tooltip>
      <Button onPress={() => setOpen(true)}>Dialog</Button>
      <Dialog
        title="Delete this dataset?"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        footer={
          <>
            <Button onPress={() => setOpen(false)}>Keep it</Button>
            <Button variant="danger" onPress={() => setOpen(false)}>
              Delete
            </Button>
          </>
        }
      >
        <p>“banking77” in support-team and all answers in it will be gone for good.</p>
      </Dialog>
      {Object.entries(TOASTS).map(([type, message]) => (
        <Button
          key={type}
          size="medium"
          onPress={() =>
            toasts.notify({
              type: isToastType(type) ? type : 'info',
              message,
              action: type === 'warning' ? { label: 'Ok, got it!', run: () => undefined } : undefined,
            })
          }
        >
          {type}
        </Button>
      ))}
    </Sample>
  )
}

function isToastType(type: string): type is ToastType {
  return type in TOASTS
}
