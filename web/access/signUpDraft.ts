import type { LinkClaims } from '@promenade/contract/access';
import type { Ask } from '@promenade/contract/route';
import type { AboutCompany, confirmSignUp, Industry } from '@promenade/contract/signUp';

/** Everything that the steps ask, as it stands in the fields. */
export interface SignUpDraft {
  first_name: string;
  last_name: string;
  email: string;
  industry: Industry | '';
  role: string;
  phone: string;
  password: string;
  confirm_password: string;
  hasAcceptedTerms: boolean;
  code: string;
  /** Which address the newest code went to. */
  codeSentTo: string;
  /** The proof that a code earned; it ends with another address. */
  email_token: string;
  group_owner: string;
  /** Undefined until "Add website". */
  web_site: string | undefined;
  country: string;
  state: string;
  city: string;
  reporting: string;
  call_letter: string;
  primary_format: string;
  /** At most two: what the wire calls `secondary_format` and `additional_format`. */
  extraFormats: string[];
  media_type: string;
}
/** Claims of an invitation, and the token that they come from. */
export interface Invitation extends LinkClaims {
  token: string;
}

/** Nothing filled in but the address of who was invited. */
export const emptyDraft = (email = ''): SignUpDraft => ({
  first_name: '',
  last_name: '',
  email,
  industry: '',
  role: '',
  phone: '',
  password: '',
  confirm_password: '',
  hasAcceptedTerms: false,
  code: '',
  codeSentTo: '',
  email_token: '',
  group_owner: '',
  web_site: undefined,
  country: '',
  state: '',
  city: '',
  reporting: '',
  call_letter: '',
  primary_format: '',
  extraFormats: [],
  media_type: '',
});

/** All that is sent at the end (A-SIGNUP-39, A-SIGNUP-40); `page` is the address of the form. */
export function confirmBody(
  draft: SignUpDraft,
  invitation: Invitation | undefined,
  { language, page }: { language: string; page: string },
): Ask<typeof confirmSignUp>['body'] {
  const { first_name, last_name, email, role, phone, hasAcceptedTerms } = draft;
  return {
    first_name,
    last_name,
    email,
    // The first step does not end without one.
    industry: draft.industry || 'other',
    role,
    phone,
    hasAcceptedTerms,
    ...companyOf(draft),
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

/** The last step as it is sent: its lists offer only what the contract knows, or nothing. */
export function companyOf(draft: SignUpDraft): AboutCompany {
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
