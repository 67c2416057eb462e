import type { Extensions } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { isLinkAddress } from './link-address.ts'

/** What formatted text can hold. Whatever else HTML holds would be lost, and is only edited as HTML. */
export const formats: Extensions = [
  StarterKit.configure({
    // It would add an empty paragraph that nobody wrote.
    trailingNode: false,
    link: {
      openOnClick: false,
      autolink: false,
      // A link keeps what it has and is given nothing else.
      HTMLAttributes: { target: null, rel: null, class: null },
      isAllowedUri: isLinkAddress,
    },
  }),
]
