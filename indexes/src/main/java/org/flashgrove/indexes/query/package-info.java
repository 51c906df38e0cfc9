/** Queries for every tree, which depend only on its layout. */
package org.flashgrove.indexes.query;
