import './kbd.css'
import { cachedByLanguage, t } from './text.ts'
import './face.css'

const names = cachedByLanguage((): Readonly<Record<string, string>> => ({
  Ctrl: t('Ctrl'),
  Shift: t('Shift'),
  Enter: t('Enter¦key'),
  Delete: t('Delete¦key'),
  Space: t('Space¦key'),
  Home: t('Home¦key'),
  End: t('End¦key'),
  PageUp: t('PageUp¦key'),
  PageDown: t('PageDown¦key'),
  Arrow: t('Arrow keys'),
  Escape: t('Esc'),
  Up: '↑',
  Down: '↓',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
}))

export function keysInWords(keys: string): string {
  return keys.replaceAll(/[A-Z][A-Za-z]+/g, (key) => names()[key] ?? key)
}

export function Kbd({ keys }: { keys: string }) {
  return <kbd className="ui-kbd">{keysInWords(keys)}</kbd>
}

export interface Chord {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

/** A key with its modifiers as in the tables of shortcuts; the Mac's Command counts as Ctrl. */
export function toChord({ key, ctrlKey, metaKey, altKey, shiftKey }: Chord): string {
  const name = key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key
  return `${ctrlKey || metaKey ? 'Ctrl+' : ''}${altKey ? 'Alt+' : ''}${shiftKey ? 'Shift+' : ''}${name}`
}

interface FaceProps {
  readonly initials: string
  readonly colour: number
}

export function Face({ initials, colour }: FaceProps) {
  // Drawn by CSS: the letters are not part of the name of a button.
  return <span className="face" data-person-colour={colour} data-initials={initials} aria-hidden />
}
