import { listTrustedApplicants } from '../access/applicationQueries.ts';
import type { AppContext } from '../platform/context.ts';
import { alone, defineJob } from '../platform/jobs/job.ts';
import { approve } from './decide.ts';

/** Approves who applied with an address that a trusted label invited. Runs as a job. */
export async function approveTrustedApplications(context: AppContext): Promise<void> {
  for (const email of await listTrustedApplicants(context.db)) await approve(context, email, { actor: 'system' });
}

export const trustedApplicationsJob = defineJob('trusted-applications', approveTrustedApplications, {
  schedule: '* * * * *',
  ...alone(5),
});
