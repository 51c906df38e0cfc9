/**
 * FAST: a flash-aware node buffer for any tree (Sarwat, Mokbel, Zhou and Nath, SSTD 2011 and
 * GeoInformatica 17, 2013; Carniel's thesis, 2019, section 4.3).
 */
package org.flashgrove.efind.fast;
