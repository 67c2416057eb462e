import type { Editor } from '@tiptap/react'
import {
  Bold,
  Heading2,
  Heading3,
  Italic,
  List,
  ListOrdered,
  Quote,
  RemoveFormatting,
  Underline,
  type LucideIcon,
} from 'lucide-react'

/** A button of the toolbar, and the format whose presence it shows. */
export interface FormatButton {
  readonly label: string
  readonly icon: LucideIcon
  readonly isOn?: (editor: Editor) => boolean
  readonly run: (editor: Editor) => void
}

const heading = (level: 2 | 3): Pick<FormatButton, 'isOn' | 'run'> => ({
  isOn: (editor) => editor.isActive('heading', { level }),
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
})

/** The formats in the order of the toolbar; the link stands behind them. */
export const formatButtons: readonly FormatButton[] = [
  {
    label: 'Bold (Ctrl+B)',
    icon: Bold,
    isOn: (editor) => editor.isActive('bold'),
    run: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    label: 'Italic (Ctrl+I)',
    icon: Italic,
    isOn: (editor) => editor.isActive('italic'),
    run: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    label: 'Underline (Ctrl+U)',
    icon: Underline,
    isOn: (editor) => editor.isActive('underline'),
    run: (editor) => editor.chain().focus().toggleUnderline().run(),
  },
  { label: 'Heading', icon: Heading2, ...heading(2) },
  { label: 'Subheading', icon: Heading3, ...heading(3) },
  {
    label: 'Bulleted list',
    icon: List,
    isOn: (editor) => editor.isActive('bulletList'),
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    label: 'Numbered list',
    icon: ListOrdered,
    isOn: (editor) => editor.isActive('orderedList'),
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    label: 'Quote',
    icon: Quote,
    isOn: (editor) => editor.isActive('blockquote'),
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
  {
    label: 'Clear formatting',
    icon: RemoveFormatting,
    run: (editor) => editor.chain().focus().unsetAllMarks().clearNodes().run(),
  },
]
