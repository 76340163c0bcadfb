import { LIMITS } from '@postil/contract/limits'
import { useMutation } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { type CreatedApiKey, createApiKey } from '../../api/account/account.ts'
import { t } from '../../i18n/areas/user-settings.ts'
import { useOfflineReason } from '../../ui/browser/use-offline-reason.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import styles from './ApiKeys.module.css'

const LIFETIME_DAYS = { never: null, month: 30, quarter: 90, year: 365 } as const
type Lifetime = keyof typeof LIFETIME_DAYS
const LIFETIMES: { value: Lifetime; label: string }[] = [
  { value: 'never', label: t('userSettings.keys.expires.never') },
  { value: 'month', label: t('userSettings.keys.expires.days', { days: 30 }) },
  { value: 'quarter', label: t('userSettings.keys.expires.days', { days: 90 }) },
  { value: 'year', label: t('userSettings.keys.expires.days', { days: 365 }) },
]

/** Creates a key; its name tells later what it is for. */
export function NewApiKey({ onCreated }: { onCreated: (key: CreatedApiKey) => void }) {
  const [name, setName] = useState('')
  const [lifetime, setLifetime] = useState<Lifetime>('never')
  const [isTried, setTried] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationFn: createApiKey,
    onSuccess: (key) => {
      setName('')
      setTried(false)
      onCreated(key)
    },
  })
  const offlineReason = useOfflineReason()
  const problem = checkKeyName(name)
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (problem === undefined && !isPending) mutate({ name: name.trim(), days: LIFETIME_DAYS[lifetime] })
  }
  return (
    <form className={styles.new} onSubmit={handleSubmit} noValidate>
      <TextField
        className={styles.newName}
        label={t('userSettings.keys.newName')}
        placeholder={t('userSettings.keys.newExample')}
        value={name}
        onChange={setName}
        error={isTried ? problem : undefined}
        autoComplete="off"
      />
      <Select label={t('userSettings.keys.expires')} choices={LIFETIMES} value={lifetime} onChange={setLifetime} />
      <Button type="submit" icon={Plus} isPending={isPending} disabledReason={offlineReason}>
        {t('userSettings.keys.create')}
      </Button>
    </form>
  )
}

function checkKeyName(name: string): string | undefined {
  const trimmed = name.trim()
  if (trimmed === '') return t('userSettings.keys.nameMissing')
  return [...trimmed].length > LIMITS.nameLength ? t('datasets.nameLong', { max: LIMITS.nameLength }) : undefined
}
