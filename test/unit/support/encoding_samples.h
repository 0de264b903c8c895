/* Names and ordinary words of people's lists, by language and encoding; invented, or common in the language. */
#ifndef POSTERN_TEST_ENCODING_SAMPLES_H
#define POSTERN_TEST_ENCODING_SAMPLES_H

#define S_PL \
    "Łukasz\nŻółć\nWiśniewski\nZieliński\nWójcik\nKamiński\nDąbrowska\nSzymańska\nŻaneta\nStanisław\nGłowacka\nJabłoński\nWróblewski\nCieślak\nBłaszczyk\ndział\nksięgowość\npracownik działu sprzedaży\nczłowiek\nrównież\n"
#define S_CS \
    "Ondřej\nČížek\nDvořák\nNovák\nČerný\nProcházka\nKučera\nVeselý\nHorák\nNěmec\nPokorná\nTomáš\nJiří\nLukáš\nŠtěpánka\noddělení\núčetní\npříjmení\nzaměstnanec výroby\nměsíc\n"
#define S_HU \
    "Kovács\nSzabó\nTóth\nHorváth Zoltán\nErdős\nSzűcs\nGyőző\nÁgnes\nNémeth\nLászló\nKőműves\nFülöp\nIstván\nKálmán Ödön\nSzőke\nosztály\nkönyvelő\ndolgozó\nügyfélszolgálat\nidő\n"
#define S_RO \
    "Ştefan\nIoniţă\nMăriuţa\nBălan\nTănase\nRăzvan\nCătălin\nŢiriac\nDumitraşcu\nGheorghiţă\nVlădoiu\nFăgărăşanu\nŞerban\nBrânză\nCîrstea Ană\nangajaţi\nîntreprindere\nsecţia\nvânzări\nşi\n"
#define S_HR \
    "Horvat Željko\nKovačević\nBabić\nMarić\nJurić\nĐurđica\nŠimić\nBožić\nPerišić\nMatić\nKnežević\nVuković\nTomislav Đurić\nŽivković\nČavić\nodjel računovodstva\nzaposlenik tvrtke šifra\nključ ormara\nvažeći\nšef\n"
#define S_RU \
    "Иванов\nСмирнова\nКузнецов\nЕкатерина\nПетров Пётр\nЩербаков\nЮлия\nЖуков\nАлексей\nСоколов\nМАРИЯ\nОРЛОВ\nКиселёв\nФёдоров\nЦветкова\nотдел\nбухгалтерия\nсотрудник\nначальник смены\nцех\n"
#define S_UK \
    "Шевченко\nКовальчук\nЮщенко\nІванна\nОлексій\nБондаренко\nЛюбов\nЗінаїда\nЄвген\nМельник\nГнатюк\nТкаченко\nПолішук\nВасиль\nСофія\nвідділ\nбухгалтерія\nпрацівник\nначальник зміни\nцех\n"
#define S_BG \
    "Георгиев\nДимитър\nИванова\nПетков\nСтоянов\nЦветан\nБорисов\nХристо\nЯнкова\nКалоян\nЙордан\nРадослава\nНиколай\nТодоров\nАнгелова\nотдел\nсчетоводство\nслужител\nначалник смяна\nцех\n"
#define S_FR \
    "François\nHélène\nGérard\nBenoît\nJérôme\nLefèvre\nZoé\nAndré\nCélia\nThéo\nChloé\nMaël\nAnaïs\nÉlodie\nRené\ncomptabilité\némployé\nprénom\nsecrétaire générale\nêtre\n"
#define S_DE \
    "Müller\nSchröder\nKäthe\nJürgen\nGroß\nBäcker\nKönig\nGünther\nWeiß\nSchäfer\nKrüger\nJörg\nLöwe\nÖzil\nÄnne\nBüro\nGeschäftsführung\nPförtner\nBeschäftigte der Küche\nfür\n"
#define S_ES \
    "García\nMartínez\nMuñoz\nRodríguez\nPeña\nJosé\nÁlvarez\nRamírez\nNúñez\nLópez\nÍñigo\nÓscar\nMaría\nIbáñez\nGüell\ncontraseña añadida\nproducción\nadministración\nnúmero de empleado en fábrica\naño\n"
#define S_PT \
    "João\nConceição\nGonçalves\nMagalhães\nSimões\nAntónio\nAraújo\nLuís\nÂngela\nInês\nAssunção\nFrança\nÉrica\nGuimarães\nMendonça\nprodução\nfuncionário\npúblico\ngestão de armazém português\nnão\n"
#define S_IT \
    "Nicolò\nDalì\nCantù\nZoè\nMosè\nNiccolò\nSalomè\nPatanè\nCefalù\nTropeà\nLocatì\nRosà\nForlì\nAlù\nJosè\nqualità\ncittà\nattività\npiù\nperché\n"
#define S_SV \
    "Åke\nBjörn\nSjöberg\nÖstlund\nHåkan\nMårtensson\nNyström\nGöran\nKjellén\nÅsa\nPär\nLindström\nBäckström\nHägg\nMalmö\navdelning för lön\nanställd\nkök\nföretag på ön\når\n"
#define S_EL \
    "Παπαδόπουλος\nΓιώργος\nΕλένη\nΝικόλαος\nΔημήτρης\nΑικατερίνη\nΚωνσταντίνος\nΜαρία\nΑθανασίου\nΒασιλική\nΆννα\nΙωάννης\nΣΠΥΡΟΣ\nΧρήστος\nΟικονόμου\nτμήμα\nυπάλληλος\nόνομα\nλογιστήριο\nκαι\n"
#define S_TR \
    "Yıldız\nŞahin\nÇelik\nGökçe\nÖztürk\nAydın\nİbrahim\nYılmaz\nDoğan\nErdoğan\nIşık\nGüneş\nKılıç\nÇağla\nÜnal Şebnem\nmüdürlüğü\nçalışan\nşube\nişçi\nyönetici asistanı\n"
#define S_HE \
    "כהן\nלוי\nמזרחי\nאברהם\nיוסף\nמשה\nרבקה\nדוד\nשרה\nפרידמן\nביטון\nאסתר\nחיים\nגולן\nנועה\nמחלקה\nעובד\nשם\nהנהלת חשבונות\nמספר\n"
#define S_AR \
    "محمد\nأحمد\nفاطمة\nعبد الله\nخالد\nحسن\nمريم\nيوسف\nعلي\nسعيد\nنورة\nإبراهيم\nالحربي\nالقحطاني\nعائشة\nقسم\nموظف\nالاسم\nالمحاسبة\nرقم البطاقة\n"
#define S_FA \
    "محمدي\nحسيني\nپرويز\nژاله\nگلنار\nرضايي\nکريمي\nزهرا\nچنگيز\nفرهاد\nموسوي\nشيرين\nکاظمي\nنرگس\nبهرام\nکارمند\nبخش\nنام\nحسابداري\nشماره کارت\n"
#define S_LV \
    "Jānis\nBērziņš\nKalniņš\nĒriks\nLiepiņa\nZīle\nKrūmiņš\nAndžs Šķēle\nGuntārs\nĶirsis\nOzoliņa\nVītols\nŽubītis\nSkrastiņa\nMārtiņš\nnodaļa\ngrāmatvedība\ndarbinieks ražošanā\nvārds\nmēnesis\n"
#define S_LT \
    "Šarūnas\nŽemaitis\nKazlauskienė\nJūratė\nČesnauskas\nEglė\nMikalauskaitė\nRūta\nŠimkus\nŽydrūnas\nGediminas Bagdonavičius\nPaulauskas Andrė\nUršulė\nVaičiūnas\nStankevičius\nskyrius įmonės\nbuhalterė\ndarbuotojų\nvardas ir pavardė\nmėnuo\n"
#define S_ET \
    "Tõnu\nPõld\nJüri\nMägi\nÜlle\nTõnis\nKäärik\nRõõm\nPärn\nSööt\nHõim\nÕie\nKüüsma\nJõgi\nMõttus\nosakond töö\nraamatupidaja töötaja\nvõti\ntöötaja nimi õige\nüks\n"
#define S_VI \
    "Nguyễn\nTrần\nLê Thị\nPhạm\nHoàng\nVũ\nĐặng\nBùi\nĐỗ\nHồ\nNgô Đức\nDương\nHằng\nTuấn\nPhượng\nphòng kế toán\nnhân viên\nsố thẻ\nbộ phận\ncông ty\n"
#define S_TH \
    "สมชาย\nสมศักดิ์\nวิชัย\nประเสริฐ\nสุดา\nมาลี\nกิตติ\nณัฐพล\nศรีสุข\nใจดี\nแสงทอง\nวงศ์สวัสดิ์\nนภา\nอรุณ\nพิมพ์ใจ\nแผนก\nพนักงาน\nชื่อ\nบัญชี\nเลขที่บัตร\n"
#define S_ZH \
    "王伟\n李娜\n张敏\n刘洋\n陈静\n杨磊\n黄丽华\n赵铁柱\n欧阳修\n诸葛亮\n司马懿\n韩梅梅\n徐志摩\n巴金\n郭沫若\n姓名\n部门\n财务部\n员工编号\n仓库管理\n"
#define S_TW \
    "陳志明\n林淑芬\n黃美惠\n張家豪\n李怡君\n王建宏\n吳宗憲\n蔡英文\n歐陽娜娜\n司馬遼\n曾國藩\n謝霆鋒\n郭台銘\n葉倩文\n鄧麗君\n姓名\n部門\n財務部\n員工編號\n倉庫管理\n"
#define S_JA \
    "佐藤\n鈴木 一郎\n高橋\n田中 花子\n渡辺\nヤマダ タロウ\n伊藤\n小林\nさくら\n齋藤\n斎藤 翔\nサトウ\n松本\n井上\n木村\n氏名\n部署\n社員番号\n経理部\n倉庫\n"
#define S_KO \
    "김철수\n이영희\n박지민\n최민호\n정수빈\n강호동\n조인성\n윤아름\n장동건\n임꺽정\n한지혜\n오세훈\n홍길동\n황진이\n선우재덕\n이름\n부서\n회계팀\n사원번호\n창고관리\n"

static const struct sample {
    const char *language, *encoding, *words; /* each word ends with a line feed */
} samples[] = {
    {"pl", "CP1250", S_PL},    {"cs", "CP1250", S_CS},    {"hu", "CP1250", S_HU}, {"ro", "CP1250", S_RO},
    {"hr", "CP1250", S_HR},    {"ru", "CP1251", S_RU},    {"uk", "CP1251", S_UK}, {"bg", "CP1251", S_BG},
    {"fr", "CP1252", S_FR},    {"de", "CP1252", S_DE},    {"es", "CP1252", S_ES}, {"pt", "CP1252", S_PT},
    {"it", "CP1252", S_IT},    {"sv", "CP1252", S_SV},    {"el", "CP1253", S_EL}, {"tr", "CP1254", S_TR},
    {"he", "CP1255", S_HE},    {"ar", "CP1256", S_AR},    {"fa", "CP1256", S_FA}, {"lv", "CP1257", S_LV},
    {"lt", "CP1257", S_LT},    {"et", "CP1257", S_ET},    {"vi", "CP1258", S_VI}, {"th", "CP874", S_TH},
    {"zh", "GBK", S_ZH},       {"zh-TW", "BIG5", S_TW},   {"ja", "CP932", S_JA},  {"ko", "CP949", S_KO},
    {"de", "MACINTOSH", S_DE}, {"fr", "MACINTOSH", S_FR},
};

#endif
