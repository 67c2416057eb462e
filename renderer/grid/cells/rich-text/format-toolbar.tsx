import { type Editor, useEditorState } from '@tiptap/react'
import {
  Bold,
  Heading2,
  Heading3,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  Quote,
  RemoveFormatting,
  Underline,
} from 'lucide-react'
import { type KeyboardEvent, type Ref, useState } from 'react'
import { IconButton } from '../../../ui/button.tsx'
import { cachedByLanguage, t } from '../../../ui/text.ts'

interface FormatButton {
  readonly label: string
  readonly icon: LucideIcon
  readonly isOn?: (editor: Editor) => boolean
  readonly run: (editor: Editor) => void
}

const heading = (level: 2 | 3): Pick<FormatButton, 'isOn' | 'run'> => ({
  isOn: (editor) => editor.isActive('heading', { level }),
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
})

const formatButtons = cachedByLanguage((): readonly FormatButton[] => [
  {
    label: t('Bold (Ctrl+B)'),
    icon: Bold,
    isOn: (editor) => editor.isActive('bold'),
    run: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    label: t('Italic (Ctrl+I)'),
    icon: Italic,
    isOn: (editor) => editor.isActive('italic'),
    run: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    label: t('Underline (Ctrl+U)'),
    icon: Underline,
    isOn: (editor) => editor.isActive('underline'),
    run: (editor) => editor.chain().focus().toggleUnderline().run(),
  },
  { label: t('Heading'), icon: Heading2, ...heading(2) },
  { label: t('Subheading'), icon: Heading3, ...heading(3) },
  {
    label: t('Bulleted list'),
    icon: List,
    isOn: (editor) => editor.isActive('bulletList'),
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    label: t('Numbered list'),
    icon: ListOrdered,
    isOn: (editor) => editor.isActive('orderedList'),
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    label: t('Quote'),
    icon: Quote,
    isOn: (editor) => editor.isActive('blockquote'),
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
  {
    label: t('Clear formatting'),
    icon: RemoveFormatting,
    run: (editor) => editor.chain().focus().unsetAllMarks().clearNodes().run(),
  },
])

interface FormatToolbarProps {
  readonly ref: Ref<HTMLDivElement>
  readonly editor: Editor
  readonly onLink: () => void
}

export function FormatToolbar({ ref, editor, onLink }: FormatToolbarProps) {
  const [stop, setStop] = useState(0)
  const link: FormatButton = {
    label: t('Link (Ctrl+K)'),
    icon: Link,
    isOn: () => editor.isActive('link'),
    run: onLink,
  }
  const buttons = [...formatButtons().slice(0, -1), link, ...formatButtons().slice(-1)]
  const pressed = useEditorState({
    editor,
    selector: ({ editor }) => buttons.map(({ isOn }) => isOn?.(editor)),
  })
  return (
    <div
      ref={ref}
      className="rich-text-toolbar"
      role="toolbar"
      aria-label={t('Formats')}
      onKeyDown={(event) => moveAlong(event, stop)}
      onFocus={({ target }) => setStop(Math.max(0, placeOf(target)))}
    >
      {buttons.map(({ label, icon: Icon, run }, position) => (
        <IconButton
          key={label}
          label={label}
          aria-pressed={pressed[position]}
          tabIndex={position === stop ? 0 : -1}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => run(editor)}
        >
          <Icon aria-hidden />
        </IconButton>
      ))}
    </div>
  )
}

function placeOf(button: Element): number {
  return [...(button.parentElement?.children ?? [])].indexOf(button)
}

function moveAlong(event: KeyboardEvent, stop: number): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const places: Readonly<Record<string, number>> = {
    ArrowRight: (stop + 1) % buttons.length,
    ArrowLeft: (stop + buttons.length - 1) % buttons.length,
    Home: 0,
    End: buttons.length - 1,
  }
  const position = places[event.key]
  if (position === undefined) return
  event.preventDefault()
  event.stopPropagation()
  buttons[position]?.focus()
}
