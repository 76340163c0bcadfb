import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../i18n/areas/setup.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { TextField, type TextFieldProps } from '../../ui/controls/TextField.tsx'

/** A password field with a button to reveal it and a warning when Caps Lock is on. */
export function PasswordField({ description, ...rest }: Omit<TextFieldProps, 'type' | 'trailing'>) {
  const [isShown, setShown] = useState(false)
  const [hasCapsLock, setCapsLock] = useState(false)
  const handleKey: TextFieldProps['onKeyDown'] = (event) => {
    setCapsLock(event.getModifierState('CapsLock'))
    // Escape closes a dialog.
    event.continuePropagation()
  }
  return (
    <TextField
      {...rest}
      type={isShown ? 'text' : 'password'}
      onKeyDown={handleKey}
      onKeyUp={handleKey}
      description={hasCapsLock ? t('session.capsLock') : description}
      trailing={
        <IconButton
          icon={isShown ? EyeOff : Eye}
          label={t(isShown ? 'ui.hidePassword' : 'ui.showPassword')}
          size="small"
          onPress={() => setShown(!isShown)}
        />
      }
    />
  )
}
