/**
 * The buffer of the FOR-tree (Jin, Xie, Wang and Yue, 2015): a table of modifications, flushed in
 * units made of modified nodes alone. Fits every tree.
 */
package org.flashgrove.literature.buffer.fortree;
