/** eFIND: a flash-aware node buffer for any tree (thesis, chapter 6). */
package org.flashgrove.efind;
