import { t } from '../../i18n/areas/setup.ts'
import { TextField, type TextFieldProps } from '../../ui/controls/TextField.tsx'
import { PasswordField } from './PasswordField.tsx'

/** The username of a new account, the first field of its form. */
export function NewUsernameField({ error, ...rest }: TextFieldProps) {
  return (
    <TextField
      label={t('session.username')}
      name="username"
      error={error}
      description={error ? undefined : t('setup.username.help')}
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck="false"
      autoFocus
      {...rest}
    />
  )
}

/** The password of a new account, or a new one of an account. */
export function NewPasswordField({ error, ...rest }: TextFieldProps) {
  return (
    <PasswordField
      label={t('session.password')}
      name="password"
      error={error}
      description={error ? undefined : t('setup.password.help')}
      autoComplete="new-password"
      {...rest}
    />
  )
}
