export const team = {
  'sign_in.refused':
    'This e-mail and password do not open an account here. If the account asks for a code, type the newest one.',
  'sign_in.too_many_tries':
    'Too many tries to sign in. Wait {minutes, plural, one {1 minute} other {{minutes} minutes}}, then try again.',
  'sign_in.too_many_people': 'Too many people sign in at this moment. Try again in a few seconds.',
  'account.email_not_valid': 'Type an e-mail address, such as ana@example.com.',
  'account.password_too_weak':
    'This password is easily guessed. Take several words that do not belong together, or let your browser make one.',
  'account.password_wrong': 'This is not your password.',
  'account.no_password': 'This account has no password. Ask an administrator for a link to set one.',
  'account.code_not_current':
    'This is not the code of this moment. Look whether the clock of your phone is right, and type the newest code.',
  'account.code_wrong': 'This is not the code of this moment.',
  'account.no_codes': 'This account asks for no codes. Type the password.',
  'account.email_taken': 'Another account has this e-mail.',
  'account.no_mail':
    'This server sends no mail. Ask an administrator of the server for a link to set a new password.',
  'account.of_email_has_no_codes': 'The account of {email} asks for no codes.',
  'invitation.link_unknown':
    'This link is not known: it has been used, it is over, or a newer one took its place. Ask whoever sent it for another.',
  'invitation.account_gone': 'The account of this link is not there any more.',
  'invitation.administrator_exists':
    'The account of the administrator has been made already. Sign in, or ask an administrator for an invitation.',
  'invitation.account_made_meanwhile': 'An account was made with this e-mail meanwhile. Open the link again.',
  'invitation.not_invited':
    'Nobody has invited this account. Ask an owner of the workspace for an invitation to the e-mail that you sign in with.',
  'invitation.member_already': '{email} works in this workspace already. Change the role on the page People.',
  'team.last_owner': 'A workspace has an owner. Make somebody else an owner first.',
  'team.last_administrator': 'The server has an administrator. Name another one first.',
  'worklist.too_many':
    'The workspace has {count} worklists, which is as many as it can have. Delete one first.',
  'worklist.assignee_no_member': 'This person does not work in the workspace. Choose somebody who does.',
  'worklist.role_too_low':
    'A worklist is changed by editors, and finished by whoever it was given to. Ask an editor.',
  'role.owner': 'owner',
  'role.manager': 'manager',
  'role.editor': 'editor',
  'role.contributor': 'contributor',
  'role.viewer': 'viewer',
  'role.not_a_member':
    'You are no member of this workspace, and this needs the role {needed}. An owner of the workspace can give it to you, on the page People.',
  'role.too_low':
    'You are {role} here, and this needs the role {needed}. An owner of the workspace can give it to you, on the page People.',
  'role.administrator_needed':
    'This concerns the whole server. Only an administrator of the server may do it.',
  'rate_limit.key': 'The key may make {count} requests a minute. Wait {seconds} s, then go on.',
  'rate_limit.person':
    'A person, with all their keys, may make {count} requests a minute. Wait {seconds} s, then go on.',
} as const
