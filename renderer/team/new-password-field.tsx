import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { minPasswordLength } from '#shared/password-rules.ts'
import { TextField } from '../ui/field.tsx'
import { t } from '../ui/text.ts'
import type { PasswordVerdict } from './rate-password.ts'

interface NewPasswordFieldProps {
  label?: string
  value: string
  onChange: (password: string) => void
  known: readonly string[]
  error?: string | undefined
}

export function NewPasswordField({
  label = t('Password'),
  value,
  onChange,
  known,
  error,
}: NewPasswordFieldProps) {
  const verdict = useVerdict(value, known)
  return (
    <div className="stack">
      <TextField
        label={label}
        type="password"
        value={value}
        onChange={onChange}
        autoComplete="new-password"
        hint={t('At least {length} characters; several words that do not belong together are best.', {
          length: minPasswordLength,
        })}
        error={error}
        required
      />
      <p className="password-verdict" role="status" data-good={verdict?.isGood}>
        {verdict?.isGood === true && <CircleCheck aria-hidden />}
        {verdict?.isGood === false && <CircleAlert aria-hidden />}
        {verdict?.text}
      </p>
    </div>
  )
}

/** The word lists are large, so they are loaded with the first password that is long enough. */
async function rate(password: string, known: readonly string[]): Promise<PasswordVerdict | undefined> {
  if (password === '') return undefined
  if (password.length < minPasswordLength) return { isGood: false, text: t('Still too short.') }
  const { ratePassword } = await import('./rate-password.ts')
  return ratePassword(password, known)
}

const restMs = 150

function useVerdict(password: string, known: readonly string[]): PasswordVerdict | undefined {
  const [verdict, setVerdict] = useState<PasswordVerdict>()
  const words = known.join('\n')
  useEffect(() => {
    let isOver = false
    const timer = setTimeout(async () => {
      const next = await rate(password, words.split('\n'))
      if (!isOver) setVerdict(next)
    }, restMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [password, words])
  return verdict
}
