/** Words of some songs, written for the demo. */
export const lyrics: Record<string, string> = {
  harbour: `The last boat leaves with all the lights on
You never wave, you only stay
The harbour sun is on your shoulders
And I have nothing left to say

Hold on, hold on, it is not evening
Hold on, the water is still gold
Hold on, hold on, I hear you leaving
In every story that I told`,
  weather: `You packed the rain in both your pockets
You left the thunder on the stairs
I kept the window for the morning
And found another weather there

Second weather, second weather
Not the storm but what comes after`,
  night: `ليلٌ طويلٌ والمدينةُ نائمة
وأنا أعدُّ نوافذَ الغائبين
يا ضوءَ آخرِ الشارع
لا تنطفئ قبل أن يعودوا`,
  tram: `Ich steh am Gleis und denke leise
die Sätze fangen vorne an
dann kommt der Wind und nimmt die Weise
und hinten kommt kein Ende dran

Sie kommt. Sie kommt nicht.
Sie kommt. Sie kommt nicht.`,
  gravel: `There's gravel in the driveway yet
From when you learned to turn
I rake it every Sunday now
As if it were a thing to earn

And all the cars that pass the gate
Go slower than they need
Gravel, keep the sound of him
I'll keep the bitter seed`,
  fenetres: `Mille fenêtres, une seule allumée
Je compte les rideaux, tu comptes les années
La ville fait semblant de dormir
Et nous, semblant de ne pas rire`,
};
