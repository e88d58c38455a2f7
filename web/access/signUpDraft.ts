import type { LinkClaims } from '@promenade/contract/access';
import type { RouteRequest } from '@promenade/contract/route';
import type { AboutCompany, confirmSignUp, Industry } from '@promenade/contract/signUp';

/** Values of the fields of all steps before anything is typed; an invitation fills in the address. */
export const emptyDraft = (email = '') => ({
  first_name: '',
  last_name: '',
  email,
  industry: '' as Industry | '',
  role: '',
  phone: '',
  password: '',
  confirm_password: '',
  hasAcceptedTerms: false,
  code: '',
  codeSentTo: '',
  /** Proof of the address, earned with the code; cleared when the address changes. */
  email_token: '',
  group_owner: '',
  /** Undefined until "Add website". */
  web_site: undefined as string | undefined,
  country: '',
  state: '',
  city: '',
  reporting: '',
  call_letter: '',
  primary_format: '',
  /** At most two; sent as `secondary_format` and `additional_format`. */
  extraFormats: [] as string[],
  media_type: '',
});
export type SignUpDraft = ReturnType<typeof emptyDraft>;

export interface Invitation extends LinkClaims {
  token: string;
}

/** `page` is the URL of the sign-up form (requirements A-SIGNUP-39, A-SIGNUP-40). */
export function buildSignUpRequest(
  draft: SignUpDraft,
  invitation: Invitation | undefined,
  { language, page }: { language: string; page: string },
): RouteRequest<typeof confirmSignUp>['body'] {
  const { first_name, last_name, email, role, phone, hasAcceptedTerms } = draft;
  return {
    first_name,
    last_name,
    email,
    // The first step requires an industry.
    industry: draft.industry || 'other',
    role,
    phone,
    hasAcceptedTerms,
    ...buildCompany(draft),
    email_token: invitation?.token ?? draft.email_token,
    ...(invitation && {
      token: invitation.token,
      password: draft.password,
      confirm_password: draft.confirm_password,
    }),
    language,
    inviter_email: invitation?.inviter_email ?? '',
    inviter_id: invitation?.inviter_id ?? '',
    inviter_relationship: invitation?.relationship ?? '',
    sign_up_page_url: page,
  };
}

/** The last step as it is sent. The cast is safe: its selects offer the values of the contract or ''. */
export function buildCompany(draft: SignUpDraft): AboutCompany {
  const { group_owner, country, state, city, reporting, call_letter, primary_format } = draft;
  const [secondary_format = '', additional_format = ''] = draft.extraFormats.filter(Boolean);
  return {
    group_owner,
    web_site: draft.web_site ?? '',
    country,
    state: state.trim(),
    city,
    reporting,
    call_letter: call_letter.trim(),
    primary_format,
    secondary_format,
    additional_format,
    media_type: draft.industry === 'press-publicity-media' ? draft.media_type : '',
  } as AboutCompany;
}
