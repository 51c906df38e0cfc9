/** Queries that need nothing of a tree but its layout: they serve every tree. */
package org.flashgrove.indexes.query;
