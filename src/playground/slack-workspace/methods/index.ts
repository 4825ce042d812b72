import { apiTest, authTest, connectionsOpen } from './auth.ts';
import { deleteMessage, getPermalink, postEphemeral, postMessage, update } from './chat.ts';
import {
  conversationsInfo,
  conversationsList,
  conversationsMembers,
  conversationsOpen,
} from './conversations.ts';
import { presentDetails } from './entity.ts';
import { completeUpload, deleteFile, getUploadUrl } from './files.ts';
import { conversationsHistory, conversationsReplies } from './history.ts';
import type { Method } from './method.ts';
import { unfurl } from './unfurl.ts';
import { usergroupsList, usergroupsUsersList } from './user-groups.ts';
import { usersInfo, usersList, usersLookupByEmail } from './users.ts';
import { viewsOpen, viewsPublish, viewsPush, viewsUpdate } from './views.ts';

/** Every method of the Web API that the workspace answers; any other is `unknown_method`. */
export const METHODS = {
  'api.test': apiTest,
  'apps.connections.open': connectionsOpen,
  'auth.test': authTest,
  'chat.delete': deleteMessage,
  'chat.getPermalink': getPermalink,
  'chat.postEphemeral': postEphemeral,
  'chat.postMessage': postMessage,
  'chat.unfurl': unfurl,
  'chat.update': update,
  'conversations.history': conversationsHistory,
  'conversations.info': conversationsInfo,
  'conversations.list': conversationsList,
  'conversations.members': conversationsMembers,
  'conversations.open': conversationsOpen,
  'conversations.replies': conversationsReplies,
  'entity.presentDetails': presentDetails,
  'files.completeUploadExternal': completeUpload,
  'files.delete': deleteFile,
  'files.getUploadURLExternal': getUploadUrl,
  'usergroups.list': usergroupsList,
  'usergroups.users.list': usergroupsUsersList,
  'users.info': usersInfo,
  'users.list': usersList,
  'users.lookupByEmail': usersLookupByEmail,
  'views.open': viewsOpen,
  'views.publish': viewsPublish,
  'views.push': viewsPush,
  'views.update': viewsUpdate,
} as const satisfies Readonly<Record<string, Method>>;

export type MethodName = keyof typeof METHODS;

export function isMethod(name: string): name is MethodName {
  return Object.hasOwn(METHODS, name);
}
