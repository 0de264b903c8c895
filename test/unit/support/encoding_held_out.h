/* Names and words that the letter lists were not tuned to: test_sheet_encoding.c measures the real quality with
 * them. */
#ifndef POSTERN_TEST_ENCODING_HELD_OUT_H
#define POSTERN_TEST_ENCODING_HELD_OUT_H

#include "encoding_samples.h"

static const struct sample held_out[] = {
    {"pl", "CP1250",
     "Paweł\nWałęsa\nGrażyna\nMałgorzata\nŚwierczyński\nKrzysztoń\nKościelny\nhasło\nważność\nPiątek\n"},
    {"cs", "CP1250", "Růžička\nMatěj\nŠimek\nBlažková\nZdeněk\nHájek\nŘehoř\nstřecha\nvrátnice hlavní\nTůma\n"},
    {"hu", "CP1250", "Balázs\nGábor\nMolnár\nPéter\nJenő\nBíró\nVörös\nFőző\nraktár\nműszak\n"},
    {"ro", "CP1250",
     "Mihăilescu\nConstanţa\nAndreşan\nPătraşcu\nNiţă\nLuminiţa\nBucureşti\nîncărcător\nPăun\nŞtefania\n"},
    {"hr", "CP1250",
     "Petrović\nBarišić\nHrvoje Kralj Šarić\nŽupan\nTadić\nMilošević\nČović\nvratar škole\nRašić\nĐukić\n"},
    {"ru", "CP1251", "Новиков\nЗайцева\nГригорий\nЛебедев\nТатьяна\nЧернышёв\nвахта\nсторож\nОльга\nШмидт\n"},
    {"uk", "CP1251", "Кравченко\nОксана\nТарас\nПилипенко\nЮрій\nГалина\nВ'ячеслав\nохоронець\nсклад\nЩербина\n"},
    {"bg", "CP1251", "Димитров\nВасилев\nЕлена\nСветослав\nПламен\nЦветелина\nпазач\nсклад\nЖивко\nКръстев\n"},
    {"fr", "CP1252", "Cécile\nLéa\nSébastien\nBérénice\nMaïté\nBesançon\nÉtienne\ngénéral\nfrançaise\nvérifié\n"},
    {"de", "CP1252", "Böhm\nKöhler\nJäger\nStraße\nWürth\nHübner\nGötz\nPrüfung\nKüche\nVögele\n"},
    {"es", "CP1252", "Fernández\nSánchez\nBegoña\nGómez\nJesús\nNicolás\nOrdóñez\nalmacén\nmañana\nteléfono\n"},
    {"pt", "CP1252", "Sebastião\nFátima\nLourenço\nCésar\nVitória\nBragança\nBrandão\nsegurança\narmazém\nCâmara\n"},
    {"it", "CP1252", "Calò\nNardò\nDesirè\nPanarò\nDebolé\nMacrì\nGiosuè\nsocietà\nlunedì\ngioventù\n"},
    {"sv", "CP1252", "Sjölund\nGötaland\nLundström\nKåre\nÅberg\nMärta\nHjälmar\nvåning\nlägenhet\nförnamn\n"},
    {"el", "CP1253", "Αλέξανδρος\nΣοφία\nΓεωργίου\nΠέτρος\nΖωή\nΜιχάλης\nφύλακας\nαποθήκη\nΘεοδώρα\nΨαρράς\n"},
    {"tr", "CP1254", "Koç\nArslan Ayşe\nTuğba\nKaragöz\nŞimşek\nÇetin\nBüşra\nkapıcı\nöğrenci\nAltıntaş\n"},
    {"he", "CP1255", "שמעון\nגבריאל\nיעל\nתמר\nעמית\nאליהו\nפרץ\nשומר\nמחסן\nרחל\n"},
    {"ar", "CP1256", "محمود\nعمر\nسلمى\nطارق\nهدى\nزينب\nحارس\nالمخزن\nمصطفى\nالعتيبي\n"},
    {"fa", "CP1256", "احمدي\nپروين\nجمشيد\nکيوان\nمژگان\nرستمي\nنگهبان\nانبار\nگودرزي\nمهدي\n"},
    {"lv", "CP1257",
     "Pēteris\nLīga\nZariņš\nDāvis\nBalodis Ēvalds\nKārlis\nĀbele\nsargs dežurē\nnoliktavā\nStrautiņa\n"},
    {"lt", "CP1257",
     "Petrauskienė\nŽukauskas\nAistė\nVaitkevičius\nDalė\nŠarkauskaitė\nBalčiūnas\napsaugos tarnyba sandėlis\nLukošius\nJūra\n"},
    {"et", "CP1257", "Käsper\nÜlo\nTõnisson\nJärvi\nSepp Õnne\nKõiv\nMäe\nladu võõras\nvalvur töökoht\nPüss\n"},
    {"vi", "CP1258", "Đoàn\nLý\nTrịnh\nHuỳnh\nThảo\nHiếu\nPhúc\nbảo vệ\nkho hàng hóa\nQuỳnh\n"},
    {"th", "CP874", "สุรชัย\nธนพล\nรัตนา\nอัญชลี\nปรีชา\nวรรณา\nยาม\nคลังสินค้า\nชัยวัฒน์\nบุญมี\n"},
    {"zh", "GBK", "孙悟空\n周杰\n吴磊\n郑爽\n冯小刚\n褚时健\n门卫\n保安\n车间\n邓超\n"},
    {"zh-TW", "BIG5", "許瑋甯\n洪金寶\n劉德華\n賴清德\n徐若瑄\n彭于晏\n警衛\n保全\n車間\n周潤發\n"},
    {"ja", "CP932", "山田\n中村\n加藤\n吉田\n山口\n橋本 環奈\n警備\n倉庫係\nスズキ\nひろし\n"},
    {"ko", "CP949", "신동엽\n배수지\n권지용\n송혜교\n유재석\n남궁민\n경비\n창고\n서태지\n전지현\n"},
    {"de", "MACINTOSH", "Böhm\nKöhler\nJäger\nStraße\nWürth\nHübner\nGötz\nPrüfung\nKüche\nVögele\n"},
    {"fr", "MACINTOSH", "Cécile\nLéa\nSébastien\nBérénice\nMaïté\nBesançon\nÉtienne\ngénéral\nfrançaise\nvérifié\n"},
};

#endif
