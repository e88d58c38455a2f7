import * as network from '@promenade/contract/network';
import type { FastifyInstance } from 'fastify';
import { acceptInvitation } from '../access/invitations.ts';
import type { AppContext } from '../platform/context.ts';
import { serve } from '../platform/http/serve.ts';
import { getCommentForm, recordCommentClick, sendComment } from './comment.ts';
import { listConnections } from './connectionQueries.ts';
import { connect, disconnect, invite } from './connections.ts';
import { shareRelease } from './shareRelease.ts';

export function networkRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, secrets, now } = context;
  serve(app, network.connections, async ({ caller }) => ({
    data: { connections: await listConnections(db, caller.accountid) },
  }));
  serve(app, network.deleteConnection, ({ caller, body }) =>
    disconnect(db, caller.accountid, body.connected_player_id, now()),
  );
  serve(app, network.invite, ({ caller, body, db }) => invite({ ...context, db }, caller, body.invitations, now()));
  serve(app, network.acceptInvitation, ({ caller, body }) =>
    acceptInvitation(db, secrets, caller, body.invitation_token, now()),
  );
  serve(app, network.connect, ({ caller, db }) => connect(db, caller.accountid, now()));
  serve(app, network.shareRelease, ({ caller, body, db }) => shareRelease({ ...context, db }, caller, body, now()));
  serve(app, network.commentInit, ({ caller, params }) => getCommentForm(db, caller, params.releaseid, now()));
  serve(app, network.comment, ({ caller, params, body, db }) =>
    sendComment({ ...context, db }, caller, { params, body }, now()),
  );
  serve(app, network.commentClick, ({ caller, params }) => recordCommentClick(db, caller, params.releaseid, now()));
}
