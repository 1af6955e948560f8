export const CountrySelect = {
  title: ["選擇國家或地區", "Country or region"],
  search: ["搜尋國家或地區", "Search countries and regions"],
  hint: ["可輸入中文或英文名稱，或國碼。", "A name in Chinese or English, or a calling code."],
  submit: ["搜尋", "Search"],
  count: ["共 {{count}} 個國家或地區", "Countries and regions: {{count}}"],
  common: ["常用", "Often chosen"],
  others: ["其他國家或地區", "All others"],
  empty: ["沒有符合的國家或地區", "No country or region matches"],
  emptyText: ["請換一個名稱或國碼再試一次。", "Try another name or calling code."],
  all: ["顯示全部", "Show all"],
  unavailable: ["目前無法顯示國家清單", "We can’t show the list of countries right now"],
} as const;
