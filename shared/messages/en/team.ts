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
  'sign_in.only_at_provider':
    'People sign in here with {name} only. Go to the sign-in page; where {name} fails, an administrator makes a link on the machine of the server with: vitrine user sign-in-link EMAIL',
  'sign_in.no_role':
    'Your groups at {name} give you no role in any workspace here. Ask who looks after your groups, or an owner of the workspace for an invitation.',
  'sign_in.too_many_groups':
    'You are in more groups than {name} sends, so it is not known what you may do here. Ask the administrator to have only the groups of this application sent.',
  'team.role_by_groups':
    'Groups at the provider make {name} {role} here, and a lower role by hand changes nothing. Take them out of the group, or change what the group gives.',
  'team.too_many_group_roles':
    'Roles are set for {count} groups, which is as many as there can be. Take one away first.',
  'team.no_administrator':
    '{email} is no administrator of the server, or is disabled. Such a link is for administrators alone.',
  'service_account.name_taken': 'Another service account has this name.',
  'service_account.key_of_administrators':
    'This key belongs to a service account. Administrators of the server revoke it on the page People.',
  'rate_limit.service_account':
    'A service account, with all its keys, may make {count} requests a minute. Wait {seconds} s, then go on.',
} as const
