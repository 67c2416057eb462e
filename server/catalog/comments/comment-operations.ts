import { findCommentType } from './find-comment.ts'
import { listComments, readComment, summarizeComments } from './list-comments.ts'
import { createComment, createReply, updateComment } from './write-comments.ts'

/** What threads run about comments: the part of `operations.ts`. */
export const commentReads = { listComments, readComment, summarizeComments, findCommentType }
export const commentWrites = { createComment, createReply, updateComment }
