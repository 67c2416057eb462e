import type { ReactNode } from 'react'
import type { DesktopBridge } from '#shared/desktop-bridge.ts'
import { Button } from './button.tsx'
import { Field, TextInput } from './field.tsx'
import { t } from './text.ts'

interface FolderFieldProps {
  label: string
  value: string
  onChange: (path: string) => void
  hint?: ReactNode
  error?: string | undefined
}

export function FolderField({ label, value, onChange, hint, error }: FolderFieldProps) {
  const { desktop } = window
  const choose = async (bridge: DesktopBridge): Promise<void> => {
    const path = await bridge.chooseFolder(label)
    if (path !== null) onChange(path)
  }
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <span className="ui-folder-field">
          <TextInput
            control={control}
            value={value}
            maxLength={1000}
            placeholder={examplePath}
            onChange={onChange}
          />
          {desktop !== undefined && (
            <Button
              aria-label={t('Choose the folder: {label}', { label })}
              onClick={() => void choose(desktop)}
            >
              {t('Choose…')}
            </Button>
          )}
        </span>
      )}
    </Field>
  )
}

const examplePath = navigator.platform.startsWith('Win') ? 'C:\\Catalog' : '/home/me/catalog'

/** Returns the path of a file in such a folder. Without a folder it is relative, which the server refuses. */
export function filePath(folder: string, name: string): string {
  const place = folder.trim()
  const file = name.trim()
  if (place === '' || /[\\/]$/.test(place)) return place + file
  return place + (place.includes('\\') ? '\\' : '/') + file
}
