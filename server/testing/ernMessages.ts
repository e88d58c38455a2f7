/** Messages of two songs with a cover, as each version of DDEX ERN writes them. */
export type ErnVersion = '383' | '411' | '43';

export interface ErnOptions {
  upc?: string;
  title?: string;
  files?: [string, string];
  /** Further encodings of the first song. */
  encodings?: { path: string; bits?: number; isPreview?: boolean }[];
  algorithm?: string;
  hash?: string;
  /** A front cover after a back cover. */
  cover?: string;
  /** The songs are in groups with these titles, each with its own sequence numbers. */
  groups?: [string, string];
  /** The title of the release in Japanese, before the default one. */
  translation?: string;
  /** Empty: there is no list of deals. */
  deal?: string;
  profile?: string;
  secondReference?: string;
}

const header = `<MessageHeader><MessageThreadId>T1</MessageThreadId><MessageId>M1</MessageId><MessageSender><PartyId>PADPIDA2020010101A</PartyId></MessageSender><MessageRecipient><PartyId>PADPIDA2020010102B</PartyId></MessageRecipient><MessageCreatedDateTime>2026-11-01T10:00:00Z</MessageCreatedDateTime></MessageHeader>`;
const codes = ['QZABC2600001', 'QZABC2600002'];
const titles = ['Low Tide', 'Slack Water'];

export function ernMessage(version: ErnVersion, options: ErnOptions = {}): string {
  const {
    upc = '0602445790128',
    title = 'Harbour Lights',
    files = ['one.ogg', 'two.mp3'],
    secondReference = 'A2',
  } = options;
  const { deal = '<StartDate>2026-11-05</StartDate>', profile = 'Audio', hash, algorithm = 'MD5' } = options;
  const { encodings = [], cover, groups, translation } = options;
  const isOld = version === '383';
  const shown = (text: string, japanese?: string) => {
    const other = japanese && ` LanguageAndScriptCode="ja"><TitleText>${japanese}</TitleText>`;
    return isOld
      ? `${other ? `<Title TitleType="DisplayTitle"${other}</Title>` : ''}<Title TitleType="DisplayTitle"><TitleText>${text}</TitleText></Title>`
      : `<DisplayTitleText>${text}</DisplayTitleText>${other ? `<DisplayTitle ApplicableTerritoryCode="Worldwide"${other}</DisplayTitle>` : ''}<DisplayTitle ApplicableTerritoryCode="Worldwide" IsDefault="true"><TitleText>${text}</TitleText></DisplayTitle>`;
  };
  const artist = isOld
    ? '<DisplayArtist SequenceNumber="1"><PartyName><FullName>Ada Quay</FullName></PartyName><ArtistRole>MainArtist</ArtistRole></DisplayArtist>'
    : '<DisplayArtistName ApplicableTerritoryCode="Worldwide" IsDefault="true">Ada Quay</DisplayArtistName><DisplayArtist SequenceNumber="1"><ArtistPartyReference>P1</ArtistPartyReference><DisplayArtistRole>MainArtist</DisplayArtistRole></DisplayArtist>';
  const line = '<PLine><Year>2026</Year><PLineText>(P) 2026 Quay Records</PLineText></PLine>';
  const copyright = '<CLine><Year>2026</Year><CLineText>(C) 2026 Quay Records</CLineText></CLine>';
  const sum = (index: number) => {
    if (!hash || index > 0) return '';
    return isOld
      ? `<HashSum><HashSum>${hash}</HashSum><HashSumAlgorithmType>${algorithm}</HashSumAlgorithmType></HashSum>`
      : `<HashSum><Algorithm>${algorithm}</Algorithm><HashSumValue>${hash}</HashSumValue></HashSum>`;
  };
  const file = (path: string, index: number) => {
    const [name, folder] = path.split('/').toReversed();
    const folders = folder === undefined ? '' : `<FilePath>${folder}/</FilePath>`;
    return isOld
      ? `<File><FileName>${name}</FileName>${folders}${sum(index)}</File>`
      : `<File><URI>${path}</URI>${sum(index)}</File>`;
  };
  const further = (technical: string) =>
    encodings
      .map(({ path, bits, isPreview }, index) => {
        const reference = `<TechnicalResourceDetailsReference>T1${index}</TechnicalResourceDetailsReference>`;
        const depth = bits === undefined ? '' : `<BitsPerSample>${bits}</BitsPerSample>`;
        const part = isPreview
          ? `<Is${version === '43' ? 'Clip' : 'Preview'}>true</Is${version === '43' ? 'Clip' : 'Preview'}>`
          : '';
        const content =
          version === '43'
            ? `<DeliveryFile><Type>AudioFile</Type>${depth}${file(path, 1)}</DeliveryFile>${part}`
            : `${depth}${part}${file(path, 1)}`;
        return `<${technical}>${reference}${content}</${technical}>`;
      })
      .join('');
  const image = (type: string, path: string, number: number) => {
    const id = `<ProprietaryId Namespace="DPID:PADPIDA2020010101A">image${number}</ProprietaryId>`;
    const reference = `<ResourceReference>A${number}</ResourceReference>`;
    const technical = `<TechnicalResourceDetailsReference>T${number}</TechnicalResourceDetailsReference>${file(path, 1)}`;
    const warning = '<ParentalWarningType>NotExplicit</ParentalWarningType>';
    return isOld
      ? `<Image><ImageType>${type}</ImageType><ImageId>${id}</ImageId>${reference}<ImageDetailsByTerritory><TerritoryCode>Worldwide</TerritoryCode>${warning}<TechnicalImageDetails>${technical}</TechnicalImageDetails></ImageDetailsByTerritory></Image>`
      : `<Image>${reference}<Type>${type}</Type><ResourceId>${id}</ResourceId>${warning}<TechnicalDetails>${technical}</TechnicalDetails></Image>`;
  };
  const images = cover ? image('BackCoverImage', 'back.jpg', 3) + image('FrontCoverImage', cover, 4) : '';
  const recording = (index: number) => {
    const reference = `<ResourceReference>A${index + 1}</ResourceReference>`;
    const name = titles[index] ?? '';
    const code = `<ISRC>${codes[index]}</ISRC>`;
    const path = file(files[index] ?? '', index);
    const technical = `<TechnicalResourceDetailsReference>T${index + 1}</TechnicalResourceDetailsReference>`;
    const more = index === 0 ? further(isOld ? 'TechnicalSoundRecordingDetails' : 'TechnicalDetails') : '';
    if (isOld)
      return `<SoundRecording><SoundRecordingType>MusicalWorkSoundRecording</SoundRecordingType><SoundRecordingId>${code}</SoundRecordingId>${reference}<ReferenceTitle><TitleText>${name}</TitleText></ReferenceTitle><Duration>PT1S</Duration><SoundRecordingDetailsByTerritory><TerritoryCode>Worldwide</TerritoryCode>${shown(name)}${artist}<IndirectResourceContributor><PartyName><FullName>Bea Mole</FullName></PartyName><IndirectResourceContributorRole>Composer</IndirectResourceContributorRole></IndirectResourceContributor>${line}<ParentalWarningType>Explicit</ParentalWarningType><TechnicalSoundRecordingDetails>${technical}${path}</TechnicalSoundRecordingDetails>${more}</SoundRecordingDetailsByTerritory></SoundRecording>`;
    const contributor =
      '<Contributor><ContributorPartyReference>P2</ContributorPartyReference><Role>Composer</Role></Contributor>';
    const edition = `<ResourceId>${code}</ResourceId>`;
    const warning = '<ParentalWarningType>Explicit</ParentalWarningType>';
    if (version === '43')
      return `<SoundRecording>${reference}<Type>MusicalWorkSoundRecording</Type><SoundRecordingEdition>${edition}${line}<TechnicalDetails>${technical}<DeliveryFile><Type>AudioFile</Type>${path}</DeliveryFile></TechnicalDetails>${more}</SoundRecordingEdition>${shown(name)}${artist}${contributor}<Duration>PT1S</Duration>${warning}</SoundRecording>`;
    return `<SoundRecording>${reference}<Type>MusicalWorkSoundRecording</Type>${edition}${shown(name)}${artist}${contributor}${line}<Duration>PT1S</Duration>${warning}<TechnicalDetails>${technical}${path}</TechnicalDetails>${more}</SoundRecording>`;
  };
  const items = ['A1', secondReference].map((reference, index) => {
    const type = isOld ? '<ResourceType>SoundRecording</ResourceType>' : '';
    return `<ResourceGroupContentItem><SequenceNumber>${groups ? 1 : index + 1}</SequenceNumber>${type}<ReleaseResourceReference>${reference}</ReleaseResourceReference></ResourceGroupContentItem>`;
  });
  const grouped = items.map((item, index) => {
    const name = isOld ? 'Title' : 'AdditionalTitle';
    return groups
      ? `<ResourceGroup${isOld ? '' : ' ResourceGroupType="MultiWorkPart"'}><${name} TitleType="GroupingTitle"><TitleText>${groups[index]}</TitleText></${name}><SequenceNumber>${index + 1}</SequenceNumber>${item}</ResourceGroup>`
      : item;
  });
  const linked = cover ? ['A3', 'A4'] : [];
  const links = linked.map((id) => `<LinkedReleaseResourceReference>${id}</LinkedReleaseResourceReference>`);
  const secondary = linked.map(
    (id) => `<ReleaseResourceReference ReleaseResourceType="SecondaryResource">${id}</ReleaseResourceReference>`,
  );
  const id = `<ReleaseId><ICPN>${upc}</ICPN></ReleaseId>`;
  const genre = isOld ? '<Genre>' : '<Genre ApplicableTerritoryCode="Worldwide">';
  const genres = `${genre}<GenreText>Ambient</GenreText></Genre>`;
  const warning = '<ParentalWarningType>Explicit</ParentalWarningType>';
  const group = `<ResourceGroup>${grouped.join('')}${isOld ? '' : links.join('')}</ResourceGroup>`;
  const release = isOld
    ? `<Release IsMainRelease="true">${id}<ReleaseReference>R0</ReleaseReference><ReferenceTitle><TitleText>${title}</TitleText></ReferenceTitle><ReleaseResourceReferenceList><ReleaseResourceReference>A1</ReleaseResourceReference><ReleaseResourceReference>${secondReference}</ReleaseResourceReference>${secondary.join('')}</ReleaseResourceReferenceList><ReleaseType>EP</ReleaseType><ReleaseDetailsByTerritory><TerritoryCode>Worldwide</TerritoryCode><DisplayArtistName>Ada Quay</DisplayArtistName><LabelName>Quay Records</LabelName>${shown(title, translation)}${artist}${warning}${group}${genres}</ReleaseDetailsByTerritory>${line}${copyright}</Release>`
    : `<Release><ReleaseReference>R0</ReleaseReference><ReleaseType>EP</ReleaseType>${id}${shown(title, translation)}${artist}<ReleaseLabelReference ApplicableTerritoryCode="Worldwide">P3</ReleaseLabelReference>${line}${copyright}<Duration>PT2S</Duration>${genres}${warning}${group}</Release>`;
  const party = (name: string, index: number) =>
    `<Party><PartyReference>P${index + 1}</PartyReference><PartyName><FullName>${name}</FullName></PartyName></Party>`;
  const parties = isOld ? '' : `<PartyList>${['Ada Quay', 'Bea Mole', 'Quay Records'].map(party).join('')}</PartyList>`;
  const period = `<ValidityPeriod>${deal}</ValidityPeriod>`;
  const territory = '<TerritoryCode>Worldwide</TerritoryCode>';
  const model = '<CommercialModelType>SubscriptionModel</CommercialModelType>';
  const terms = isOld
    ? `${model}<Usage><UseType>Stream</UseType></Usage>${territory}${period}`
    : `${territory}${period}${model}<UseType>Stream</UseType>`;
  const deals = deal
    ? `<DealList><ReleaseDeal><DealReleaseReference>R0</DealReleaseReference><Deal><DealTerms>${terms}</DealTerms></Deal></ReleaseDeal></DealList>`
    : '';
  const attributes = isOld
    ? 'MessageSchemaVersionId="ern/383" LanguageAndScriptCode="en"'
    : `ReleaseProfileVersionId="${profile}" LanguageAndScriptCode="en"${version === '43' ? ' AvsVersionId="3"' : ''}`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<ern:NewReleaseMessage xmlns:ern="http://ddex.net/xml/ern/${version}" ${attributes}>${header}${parties}<ResourceList>${recording(0)}${recording(1)}${images}</ResourceList><ReleaseList>${release}</ReleaseList>${deals}</ern:NewReleaseMessage>`;
}
